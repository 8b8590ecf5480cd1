import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { diffDefinitions } from '@heatfleet/contract/products/diff.ts'
import { exampleProductFile, ProductFile } from '@heatfleet/contract/products/file.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { console_ } = useFleetConsole()
let admin: Call
let token: string
const built_in = { product_key: 'r290-monobloc' }

const exported = async (product_key: string) => {
  const { blob } = await admin(api.productExport, { params: { product_key }, query: { format: 'json' } })
  return ProductFile.parse(JSON.parse(await blob.text()))
}
/** Sends whatever it is given, as a program may. */
const take = (body: unknown) => admin(api.productFileImport, { body: body as never })
const request = { file: exampleProductFile, file_name: 'carel.json', product_key: 'from-file', name: 'From a file' }

beforeAll(async () => {
  ;({ call: admin, token } = await console_.signIn('admin'))
})

describe('a product out and in again', () => {
  it('is validated without being stored: taken keys, and its problems', async () => {
    const file = await exported('r290-monobloc')
    const checked = await admin(api.productFileCheck, { body: { file } })
    expect(checked).toMatchObject({ key_taken: true, name_taken: true })
    expect(checked.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    const free = { ...file, product_key: 'nobody-has-it', basics: { ...file.basics, name: 'Nobody has it' } }
    expect(await admin(api.productFileCheck, { body: { file: free } })).toMatchObject({
      key_taken: false,
      name_taken: false,
    })
    const none = { ...free, points: [] }
    const { findings } = await admin(api.productFileCheck, { body: { file: none } })
    expect(findings.map(({ code }) => code)).toContain('no_data_point')
    expect(await admin(api.productInfo, { body: { product_key: 'nobody-has-it' } })).toMatchObject({ total: 0 })
  })

  it('is the same definition under another key and name, in state debugging', async () => {
    const file = await exported('r290-monobloc')
    const body = { file, file_name: 'r290.json', product_key: 'r290-again', name: 'R290 again' }
    expect(await admin(api.productFileImport, { body })).toEqual({ product_key: 'r290-again', revision: 1 })
    const { list } = await admin(api.productInfo, { body: { product_key: 'r290-again' } })
    expect(list[0]).toMatchObject({ ...file.basics, name: 'R290 again', state: 'debugging', version: null })
    const again = await admin(api.productDraft, { params: { product_key: 'r290-again' } })
    const first = await admin(api.productDraft, { params: built_in })
    expect(diffDefinitions(first, again)).toEqual({ points: [], moved: 0, settings: [] })
    const twice = await exported('r290-again')
    expect(twice.settings).toEqual(file.settings)
    expect(twice.points.map((point) => ({ ...point, block: null }))).toEqual(
      file.points.map((point) => ({ ...point, block: null })),
    )
  })

  it('contains a version when one is requested', async () => {
    const { layout_id } = await admin(api.productVersions, { params: built_in }).then(([version]) => version ?? never())
    const { blob } = await admin(api.productExport, { params: built_in, query: { format: 'json', layout_id } })
    expect(ProductFile.parse(JSON.parse(await blob.text())).points).toHaveLength(105)
  })

  it('stands in the audit trail with the file it came from', async () => {
    const { list } = await admin(api.auditList, { body: { object: 'product r290-again' } })
    expect(list.at(-1)?.detail).toMatchObject({ file_name: 'r290.json', of: 'r290-monobloc', points: 105 })
  })
})

describe('what is no product file, or one that cannot be had', () => {
  it.each([
    ['a key that is taken', { ...request, product_key: 'r290-monobloc' }, 'product_key_exists product_key'],
    ['a name that is taken', { ...request, name: 'R290 again' }, 'product_name_exists name'],
    ['no name', { ...request, name: ' ' }, 'invalid_input name too_small'],
    [
      'a later form',
      { ...request, file: { ...exampleProductFile, heatfleet_product: 2 } },
      'product_file_form file.heatfleet_product',
    ],
    ['something else', { ...request, file: { heatfleet_product: 1 } }, 'invalid_input file.product_key required'],
    ['a list', { ...request, file: [] }, 'invalid_input file invalid_type'],
    [
      'an unknown field',
      { ...request, file: { ...exampleProductFile, secret: 1 } },
      'invalid_input file.secret unknown_field',
    ],
    [
      'a wrong type inside',
      {
        ...request,
        file: {
          ...exampleProductFile,
          settings: {
            ...exampleProductFile.settings,
            access: { ...exampleProductFile.settings.access, slave: 'one' },
          },
        },
      },
      'invalid_input file.settings.access.slave invalid_type',
    ],
    [
      'text that no database keeps',
      {
        ...request,
        file: { ...exampleProductFile, basics: { ...exampleProductFile.basics, description: 'a\u0000b' } },
      },
      'invalid_input file.basics.description unstorable_text',
    ],
  ])('%s is refused by field and rule', async (_, body, refusal) => {
    expect(await refusalOf(take(body), 'rule')).toBe(refusal)
  })

  it.each([
    ['no JSON at all', '{"file": nonsense', 400, 'malformed'],
    ['more than the limit', ' '.repeat(LIMITS.product_file_bytes + 1), 413, 'body_too_large'],
  ])('%s is refused before it is read', async (_, body, status, rule) => {
    const headers = { key: CONSOLE_APPLICATION_KEY, token, 'content-type': 'application/json' }
    const path = `${console_.base_url}${API_PREFIX}/product/file-import`
    const answer = await fetch(path, { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { details: { rule } } })
  })
})

const never = (): never => {
  throw new Error('there is no version')
}
