import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { readBuiltInProduct } from './built-in.ts'

const { console_ } = useFleetConsole()
const params = { product_key: 'with-meter' }
const [sample] = readBuiltInProduct().points
/** A question of slave 1 for register 1, and its answer 300. */
const FRAME = '01 03 00 01 00 01 D5 CA 01 03 02 01 2C B8 09'
const point = (key: string, change: Partial<DataPoint> = {}): DataPoint => {
  if (sample === undefined) throw new Error('the built-in product has no point')
  return { ...sample, key, names: { en: key, zh: key, pl: key }, address: 1, block: null, ...change }
}
let admin: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  const basics = { ...exampleProductFile.basics, name: '带电表', english_name: 'With a meter' }
  await admin(api.productCreate, { body: { ...params, basics } })
})

it('a product of two slaves tells its poll plan before it is published, and is published with it', async () => {
  // The own address by name is the same as none.
  const set = [point('t_flow', { slave: 1 }), point('t_meter', { slave: 7 })]
  await admin(api.productDraftSave, { params, body: { revision: 1, set } })
  const check = await admin(api.checkUpdate, { body: params })
  expect(check.findings).toEqual([])
  expect(check.poll_figures).toMatchObject({ blocks: 2, slaves: [1, 7], registers: 2, unnamed: 0, gaps: [] })
  expect(check.poll_figures.load).toBeGreaterThan(0)
  await admin(api.productPublish, { params, body: { revision: check.revision, accept_warnings: true } })
  const draft = await admin(api.productDraft, { params })
  expect(draft.points.map(({ key, slave }) => [key, slave])).toEqual([
    ['t_flow', null],
    ['t_meter', 7],
  ])
  expect((await admin(api.checkUpdate, { body: params })).changed_points).toBe(0)
})

it('the test bench reads an answer by the slave that gave it', async () => {
  const { rows } = await admin(api.testDecode, { params, body: { frame: FRAME } })
  expect(rows.map(({ key }) => key)).toEqual(['t_flow'])
})
