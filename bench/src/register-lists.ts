import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'

const LISTS = join(import.meta.dirname, '..', '..', 'server', 'test', 'register-lists')

/** Register lists of real boards in the repository, as their makers and users published them. */
export const REGISTER_LISTS = {
  'sprsun-cg248075': 'sprsun_cg248075.csv',
  'sprsun-carel': 'sprsun_carel.csv',
  'midea-r290': 'midea_r290.csv',
  'lambda-eureka': 'lambda_eureka.csv',
  'kosner-aquaris': 'kosner_aquaris.csv',
  'hitachi-yutaki': 'hitachi_yutaki.csv',
  'idm-navigator': 'idm_navigator.csv',
} as const

/** A list of a real board that detection does not know. */
export const UNLISTED = { product_key: 'stiebel-wpm', file: 'stiebel_wpm.csv' } as const

/** Makes a product of a register list, with all its lines that are points; `publish` makes it one that detection knows. */
export const productOfList = async (call: Call, product_key: string, file: string, publish: boolean): Promise<void> => {
  const params = { product_key }
  const { basics } = exampleProductFile
  await call(api.productCreate, {
    body: { product_key, basics: { ...basics, name: product_key, english_name: product_key } },
  })
  const content = readFileSync(join(LISTS, file)).toString('base64')
  const look = await call(api.productImportRead, { body: { file_name: basename(file), content } })
  const sheet = { file_name: basename(file), content, sheet: look.sheet, mapping: look.mapping }
  const checked = await call(api.productImportCheck, { params, body: sheet })
  const left_out = checked.rows.flatMap(({ row, verdict }) => (verdict === 'error' ? [row] : []))
  const { revision } = await call(api.productImportApply, {
    params,
    body: { ...sheet, left_out, revision: checked.revision },
  })
  if (publish) await call(api.productPublish, { params, body: { revision, note: '', accept_warnings: true } })
}
