import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import { readBuiltInProduct } from './built-in.ts'

const { database, console_ } = useFleetConsole()
let admin: Call
const params = { product_key: 'tried' }
const basics = { ...exampleProductFile.basics, name: '试用', english_name: 'Tried' }
const [sample] = readBuiltInProduct().points
/** A question for registers 1 and 2, and the answer 300 and 280. */
const FRAME = '01 03 00 01 00 02 95 CB 01 03 04 01 2C 01 18 3B 9C'
const point = (key: string, address: number, change: Partial<DataPoint> = {}): DataPoint => {
  if (sample === undefined) throw new Error('the built-in product has no point')
  return { ...sample, key, names: { en: key, zh: key, pl: key }, address, block: null, ...change }
}

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
})

describe('a product from nothing to its second version', () => {
  it('is made in state debugging, with a key and a name of its own', async () => {
    expect(await admin(api.productCreate, { body: { product_key: 'tried', basics } })).toMatchObject({ revision: 1 })
    expect(await codeOf(admin(api.productCreate, { body: { product_key: 'tried', basics } }))).toBe(
      'product_key_exists',
    )
    const other = { product_key: 'other', basics }
    expect(await codeOf(admin(api.productCreate, { body: other }))).toBe('product_name_exists')
    const none = { ...other, basics: { ...basics, name: 'x', platforms: [] } }
    expect(await refusalOf(admin(api.productCreate, { body: none }), 'rule')).toContain('platform_required')
  })

  it('is found by a part of its name in the query or in the body, and the body wins', async () => {
    const keys = async (request: RequestOf<typeof api.productInfo>) =>
      (await admin(api.productInfo, request)).list.map(({ product_key }) => product_key)
    expect(await keys({ body: { product_name: 'Tried' } })).toEqual(['tried'])
    expect(await keys({ query: { product_name: 'Tried' } })).toEqual(['tried'])
    expect(await keys({ query: { product_name: 'no such' }, body: { product_name: 'Tried' } })).toEqual(['tried'])
    expect(await keys({ query: { product_name: 'no such' } })).toEqual([])
  })

  it('has nothing to publish before a point is defined', async () => {
    expect(await codeOf(admin(api.productPublish, { params, body: { revision: 1 } }))).toBe('no_data_point')
    expect(await codeOf(admin(api.productDraftDiscard, { params, query: { revision: 1 } }))).toBe(
      'unpublished_data_points',
    )
  })

  it('is not published with an error, and with a warning only knowingly', async () => {
    const set = [point('t_flow', 1), point('t_back', 2, { formulas: { read: 'raw*', write: null, display: null } })]
    const saved = await admin(api.productDraftSave, { params, body: { revision: 1, set } })
    expect(saved.findings.map(({ code, key }) => `${code} ${key}`)).toEqual(['bad_formula t_back'])
    expect(await refusalOf(admin(api.productPublish, { params, body: { revision: 2 } }), 'count', 'code')).toBe(
      'draft_faulty t_back 1 bad_formula',
    )
    await admin(api.productDraftSave, { params, body: { revision: 2, set: [point('t_back', 2), point('t_too', 2)] } })
    expect(await refusalOf(admin(api.productPublish, { params, body: { revision: 3 } }), 'count')).toBe(
      'draft_warnings 1',
    )
    expect(await codeOf(admin(api.productPublish, { params, body: { revision: 2 } }))).toBe('stale_edit')
    const made = await admin(api.productPublish, {
      params,
      body: { revision: 3, accept_warnings: true, note: 'first' },
    })
    expect(made.version).toBe(1)
    expect(console_.published).toContainEqual({ kind: 'products_changed', product_keys: ['tried'] })
  })

  it('with its poll plan, each point in its block', async () => {
    const { list } = await admin(api.productInfo, { body: { product_key: 'tried', with_points: true } })
    expect(list[0]).toMatchObject({ state: 'published', version: 1, point_count: 3, draft: null })
    expect(list[0]?.poll_blocks).toMatchObject([{ name: 'A', fn: 3, start: 1, quantity: 2, period_s: 60 }])
    expect(list[0]?.points?.map(({ block }) => block)).toEqual(['A', 'A', 'A'])
    expect(await codeOf(admin(api.productPublish, { params, body: { revision: 3 } }))).toBe('nothing_to_publish')
  })

  it('two editors: what differs is merged, what both changed is refused with its names, and nothing is lost', async () => {
    const { revision } = await admin(api.productDraft, { params })
    const staff = (await console_.signIn('staff')).call
    const scaled = point('t_flow', 1, { formulas: { read: 'raw*0.5', write: null, display: null } })
    await admin(api.productDraftSave, { params, body: { revision, set: [scaled] } })
    const merged = await staff(api.productDraftSave, { params, body: { revision, removed: ['t_too'] } })
    expect(merged.merged).toEqual(['t_flow'])
    expect(
      await refusalOf(
        staff(api.productDraftSave, { params, body: { revision, set: [point('t_flow', 9)] } }),
        'keys',
        'by',
      ),
    ).toBe('draft_conflict t_flow admin')
  })

  it('a later version differs by exactly what was changed; old and new stand side by side on the bench', async () => {
    const draft = await admin(api.productDraft, { params })
    const diff = await admin(api.productDiff, { params, body: { from: draft.layout_id ?? 0, to: 'draft' } })
    expect(diff.points.map(({ key, change, fields, breaking }) => [key, change, fields, breaking])).toEqual([
      ['t_flow', 'changed', ['formulas'], true],
      ['t_too', 'removed', [], true],
    ])
    const { rows } = await admin(api.testDecode, { params, body: { frame: FRAME } })
    expect(rows.map(({ key, draft: now, published }) => [key, now?.value, published?.value])).toEqual([
      ['t_flow', 150, 30],
      ['t_back', 28, 28],
      ['t_too', undefined, 28],
    ])
    const cut = FRAME.slice(0, -6)
    expect(await refusalOf(admin(api.testDecode, { params, body: { frame: cut } }), 'why')).toBe(
      'data_parsing_failed frame bad_crc',
    )
    const second = await admin(api.productPublish, {
      params,
      body: { revision: draft.revision, accept_warnings: true },
    })
    expect(second.version).toBe(2)
    const versions = await admin(api.productVersions, { params })
    expect(
      versions.map(({ version, added, changed, removed, in_use }) => [version, added, changed, removed, in_use]),
    ).toEqual([
      [2, 0, 1, 1, true],
      [1, 3, 0, 0, false],
    ])
  })

  it('is not published while a test frame reads as something else', async () => {
    const save = async (value: number) => {
      const { revision } = await admin(api.productDraft, { params })
      const expects = [{ key: 't_flow', value }]
      const settings = { test_vectors: [{ name: 'cold start', frame: FRAME, start: null, expects }] }
      return admin(api.productDraftSave, { params, body: { revision, settings } })
    }
    const wrong = await save(30)
    expect(wrong.findings).toMatchObject([{ code: 'vector_differs', key: 't_flow', other: 'cold start: 30 ≠ 150' }])
    expect(
      await refusalOf(admin(api.productPublish, { params, body: { revision: wrong.revision } }), 'count', 'code'),
    ).toBe('draft_faulty t_flow 1 vector_differs')
    const right = await save(150)
    expect(right.findings).toEqual([])
    await admin(api.productDraftDiscard, { params, query: { revision: right.revision } })
  })

  it('is not published while a template sets a point that is gone, or to what it does not take', async () => {
    const { revision } = await admin(api.productDraft, { params })
    const names = { en: 'Winter', zh: '', pl: '' }
    const values = ['gone', 't_flow'].map((key) => ({ key, value: 30 }))
    const settings = { control_templates: [{ names, values }] }
    const wrong = await admin(api.productDraftSave, { params, body: { revision, settings } })
    expect(wrong.findings).toMatchObject([
      { code: 'template_point_gone', key: 'gone', other: 'Winter' },
      { code: 'template_value_wrong', key: 't_flow', other: 'Winter' },
    ])
    expect(
      await refusalOf(admin(api.productPublish, { params, body: { revision: wrong.revision } }), 'count', 'code'),
    ).toBe('draft_faulty gone 2 template_point_gone')
    await admin(api.productDraftDiscard, { params, query: { revision: wrong.revision } })
  })

  it('goes back to an earlier version by publishing it again', async () => {
    const [, first] = await admin(api.productVersions, { params })
    const { revision } = await admin(api.productDraft, { params })
    const reverted = await admin(api.productRevert, { params, body: { revision, layout_id: first?.layout_id ?? 0 } })
    expect((await admin(api.checkUpdate, { body: params })).changed_points).toBe(2)
    await admin(api.productDraftDiscard, { params, query: { revision: reverted.revision } })
    expect((await admin(api.checkUpdate, { body: params })).changed_points).toBe(0)
  })
})

describe('the secret of a product', () => {
  const readSecret = async (renew = false, call = admin) =>
    (await call(api.productSecret, { params: { product_key: 'r290-monobloc' }, body: { renew } })).product_secret

  it('is the same until it is made anew', async () => {
    const first = await readSecret()
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await readSecret()).toBe(first)
    const second = await readSecret(true)
    expect(second).not.toBe(first)
    expect(await readSecret()).toBe(second)
  })

  it('is not returned without the permission, whatever other permissions on products there are', async () => {
    const { call } = await console_.signIn('staff')
    expect(await codeOf(readSecret(false, call))).toContain('no_permission')
  })
})

describe('the test bench', () => {
  const built_in = { product_key: 'r290-monobloc' }

  it('shows the frame that sets a point', async () => {
    const answer = await admin(api.testEncode, { params: built_in, body: { key: 'hys_heat', value: 4 } })
    expect(answer).toMatchObject({ ok: true, raw: 4, reads_back: 4 })
    expect(await admin(api.testEncode, { params: built_in, body: { key: 'sp_dhw', value: 99 } })).toEqual({
      ok: false,
      reason: 'above_max',
    })
  })
})

describe('register names', () => {
  it('are made with the product, or nothing is', async () => {
    const made = { product_key: 'named', basics: { ...basics, name: 'Named' } }
    const make = (register_names: string[]) => codeOf(admin(api.productCreate, { body: { ...made, register_names } }))
    expect(await make(['NEW-1', 'CG248075'])).toBe('register_name_exists')
    expect(await codeOf(admin(api.productDraft, { params: { product_key: 'named' } }))).toBe('product_unknown')
    expect(await make(['NEW-1', 'NEW-2', 'NEW-1'])).toBe('ok')
    const names = async () =>
      (await admin(api.listRegister))
        .filter(({ product_key }) => product_key === 'named')
        .map((row) => row.register_name)
    expect(await names()).toEqual(['NEW-1', 'NEW-2'])
    for (const register_name of await names())
      await admin(api.deleteRegister, { query: { product_key: 'named', register_name } })
    expect(await codeOf(admin(api.productDelete, { params: { product_key: 'named' } }))).toBe('ok')
  })

  it('are not made with it by who may not add names', async () => {
    const role = database.db.updateTable('roles').where('role_name', '=', 'Manufacturer staff')
    const { permissions } = await database.db
      .selectFrom('roles')
      .select('permissions')
      .where('role_name', '=', 'Manufacturer staff')
      .executeTakeFirstOrThrow()
    await role.set({ permissions: ['product:view', 'product:edit', 'product:create'] }).execute()
    const { call } = await console_.signIn('staff')
    const make = (register_names: string[]) =>
      codeOf(
        call(api.productCreate, { body: { product_key: 'staffed', basics: { ...basics, name: 'S' }, register_names } }),
      )
    expect(await make(['NEW-3'])).toBe('no_permission')
    expect(await make([])).toBe('ok')
    await role.set({ permissions }).execute()
  })

  it('belong to one product', async () => {
    const add = (register_names: string[], product_key = 'tried') =>
      codeOf(admin(api.addRegister, { body: { product_key, register_names } }))
    expect(await add(['BOARD-1', 'BOARD-2'])).toBe('ok')
    expect(await add(['BOARD-3', 'CG248075'])).toBe('register_name_exists')
    const taken = admin(api.addRegister, { body: { product_key: 'tried', register_names: ['BOARD-3', 'CG248075'] } })
    expect(await refusalOf(taken, 'name', 'product')).toMatch(/^register_name_exists register_names CG248075 \S+$/)
    expect(await add(['BOARD-4'], 'no-such')).toBe('product_unknown')
    const names = (await admin(api.listRegister)).map(({ register_name }) => register_name)
    expect(names).toEqual(['CG248075', 'BOARD-1', 'BOARD-2'])
  })

  it('are counted in the list and when they go as far as one sees their units', async () => {
    const { db } = database
    await db.updateTable('devices').set({ hardware_version: 'BOARD-9' }).execute()
    for (const [person, device_count] of [
      ['admin', 6],
      ['staff_hangzhou', 3],
    ] as const) {
      await admin(api.addRegister, { body: { product_key: 'tried', register_names: ['BOARD-9'] } })
      const { call } = await console_.signIn(person)
      const query = { product_key: 'tried', register_name: 'BOARD-9' }
      expect(await call(api.listRegister)).toContainEqual(expect.objectContaining({ ...query, device_count }))
      expect(await call(api.deleteRegister, { query })).toEqual({ device_count })
    }
  })

  it('keep their product from being removed', async () => {
    expect(await refusalOf(admin(api.productDelete, { params }), 'devices', 'registers')).toBe('product_is_used 0 2')
    for (const register_name of ['BOARD-1', 'BOARD-2'])
      await admin(api.deleteRegister, { query: { product_key: 'tried', register_name } })
    expect(await codeOf(admin(api.productDelete, { params }))).toBe('ok')
    expect(await codeOf(admin(api.productDraft, { params }))).toBe('product_unknown')
  })
})

describe('a register list through the calls', () => {
  it('is looked at, tried, taken and sent out again', async () => {
    await admin(api.productCreate, { body: { product_key: 'listed', basics: { ...basics, name: 'Listed' } } })
    const listed = { product_key: 'listed' }
    const content = Buffer.from('Adres,Nazwa,Jedn.\n1,Temperatura,°C\nR2,Przepływ,l\n').toString('base64')
    const listed_file = { file_name: 'lista.csv', content }
    const { mapping, columns, questions } = await admin(api.productImportRead, { body: listed_file })
    expect(questions.map(({ id }) => id)).toEqual(['base', 'fn', 'sign'])
    const file = { ...listed_file, reading: { answers: { base: '0', fn: '3', sign: 'u16' } } }
    expect(columns.map(({ guess }) => guess)).toEqual(['address', 'name', 'unit'])
    const tried = await admin(api.productImportCheck, { params: listed, body: { ...file, mapping } })
    expect(tried.counts).toMatchObject({ new: 1, error: 1 })
    const body = { ...file, mapping, revision: tried.revision }
    expect(await refusalOf(admin(api.productImportApply, { params: listed, body }), 'count')).toBe('sheet_has_errors 1')
    const fixes = [{ row: 3, field: 'address' as const, value: '2' }]
    const taken = await admin(api.productImportApply, { params: listed, body: { ...body, fixes } })
    expect(taken).toMatchObject({ revision: 2, counts: { new: 2 } })
    const { blob } = await admin(api.productExport, { params: listed, query: { format: 'csv' } })
    expect(await blob.text()).toContain('temperatura,Temperatura')
  })
})
