import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { finishDraft, freshImei, importLines, importOutcome, rowsOf } from '../../../test/imports-case.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()

const deviceOf = (mac: string) =>
  database.db.selectFrom('devices').selectAll().where('mac', '=', mac).executeTakeFirst()
const verdicts = (rows: { row: number; verdict: string; problems: string[] }[]) =>
  rows.map(({ row, verdict, problems }) => [row, verdict, ...problems].join(' '))

describe('a dry run', () => {
  it('gives every line its verdict, and brings in nothing', async () => {
    const call = await as('admin')
    const [at_a, at_a1] = fleet.devices
    const rows = [
      { mac: freshImei(1), iccid: '89860324421045678909' },
      { mac: '01:02:03:04:05:06' },
      { mac: freshImei(1) },
      { mac: at_a?.mac ?? '' },
      { mac: at_a1?.mac ?? '' },
      { mac: freshImei(2), product: 'no such thing' },
      { mac: freshImei(3), iccid: '8986' },
      { mac: freshImei(4), secret: 'abc' },
      { mac: 'A4-C1-38-00-00-99', secret: 'AB'.repeat(32) },
    ]
    const header = { agent_id: fleet.distributors.A.agent_id, product_key: fleet.product_key }
    const draft = await call(api.importCheck, { body: { ...header, rows, source: 'scan' } })
    expect(draft).toMatchObject({ state: 'draft', source: 'scan', total: 9, agent_name: 'A', imported: 0 })
    expect(draft.counts).toEqual({ new: 2, in_stock: 1, shipped: 1, error: 5, dropped: 0 })
    const list = await rowsOf(call, draft.import_id)
    expect(verdicts(list)).toEqual([
      '1 new',
      '2 error mac_incomplete',
      '3 error duplicate',
      '4 in_stock',
      '5 shipped',
      '6 error product_unknown',
      '7 error iccid_invalid',
      '8 error secret_invalid',
      '9 new',
    ])
    expect(list[4]).toMatchObject({ agent_name: 'A1', result: null })
    expect(list[8]).toMatchObject({ mac: 'a4c138000099', own_secret: true })
    expect(await deviceOf(freshImei(1))).toBeUndefined()
    expect(await rowsOf(call, draft.import_id, { tab: 'failed' })).toHaveLength(5)
    expect(await rowsOf(call, draft.import_id, { problem: 'duplicate' })).toHaveLength(1)
    // Drafts are their account's alone.
    expect(await codeOf((await as('staff'))(api.importInfo, { params: { id: draft.import_id } }))).toBe(
      'import_not_found',
    )
  })

  it('is listed without a batch as the lines of all batches in scope, the newest first; drafts of others are not', async () => {
    const admin = await as('admin')
    const { agent_id } = fleet.distributors.A
    const header = { agent_id, product_key: fleet.product_key }
    const first = await importLines(admin, header, [freshImei(501), freshImei(502)])
    const rows = [{ mac: freshImei(503) }, { mac: freshImei(504) }]
    const draft = await admin(api.importCheck, { body: { ...header, rows } })
    const of = async (person: 'admin' | 'staff' | 'factory') => {
      const { list, total } = await (await as(person))(api.importRowList, { query: { pageNo: 1, size: 999 } })
      expect(total).toBe(list.length)
      return list.map(({ import_id, row }) => `${import_id} ${row}`)
    }
    const made = [`${first.import_id} 1`, `${first.import_id} 2`]
    expect((await of('admin')).slice(0, 4)).toEqual([`${draft.import_id} 1`, `${draft.import_id} 2`, ...made])
    expect((await of('staff')).slice(0, 2)).toEqual(made)
    // It sees its own records alone.
    expect(await of('factory')).not.toContain(made[0])
    const page = await admin(api.importRowList, { query: { pageNo: 2, size: 1 } })
    expect(page.list.map(({ row }) => row)).toEqual([2])
  })

  it('is put right line by line, or lines are left out', async () => {
    const call = await as('admin')
    const rows = [{ mac: 'a4c13800' }, { mac: freshImei(10), product: 'R290' }, { mac: freshImei(11) }]
    const { import_id } = await call(api.importCheck, { body: { rows } })
    const edit = (body: object) => call(api.importEdit, { params: { id: import_id }, body })
    const fixed = await edit({
      header: { product_key: fleet.product_key, import_tag: 'Line 3' },
      fixes: [{ row: 1, field: 'mac', value: 'a4:c1:38:00:aa:01' }],
      drop: [3],
    })
    expect(fixed).toMatchObject({ import_tag: 'Line 3', total: 2, counts: { new: 1, error: 1, dropped: 1 } })
    expect(await codeOf(call(api.importStart, { params: { id: import_id }, body: {} }))).toBe('import_has_errors')
    expect(await edit({ drop_errors: true, keep: [3] })).toMatchObject({ counts: { new: 2, error: 0, dropped: 1 } })
    expect(await finishDraft(call, import_id)).toMatchObject({ state: 'done', imported: 2, failed: 0 })
    expect(await deviceOf('a4c13800aa01')).toMatchObject({ import_tag: 'Line 3', net: 'wifi', agent_id: null })
    expect(await codeOf(edit({ drop: [1] }))).toBe('import_state')
  })

  it('reads pasted text and files with columns in any order', async () => {
    const call = await as('admin')
    const product = { product_key: fleet.product_key }
    const text = `${freshImei(20)}，a4c138000021\n${freshImei(22)}`
    expect(await call(api.importCheck, { body: { ...product, text, source: 'paste' } })).toMatchObject({ total: 3 })
    const table = `序列号\tIMEI\nSN-1\t${freshImei(23)}\n\nSN-2\t${freshImei(24)}\n`
    const pasted = await call(api.importCheck, { body: { ...product, text: table, source: 'paste' } })
    expect((await rowsOf(call, pasted.import_id)).map(({ mac, serial }) => [mac, serial])).toEqual([
      [freshImei(23), 'SN-1'],
      [freshImei(24), 'SN-2'],
    ])
    const csv = `Seria,Nazwa,Produkt,IMEI / MAC\r\n1,Dom,${fleet.product_key},${freshImei(25)}\r\n`
    const content = Buffer.from(csv).toString('base64')
    const look = await call(api.importFileRead, { body: { file_name: 'units.csv', content } })
    expect(look.mapping).toEqual({ header_row: 1, columns: { device_name: 1, product: 2, mac: 3 } })
    const file = await call(api.importFileCheck, { body: { file_name: 'units.csv', content } })
    expect(file).toMatchObject({ source: 'file', file_name: 'units.csv', counts: { new: 1 } })
    expect(await rowsOf(call, file.import_id)).toMatchObject([{ row: 2, device_name: 'Dom', mac: freshImei(25) }])
    const mapping = { header_row: 1, columns: { mac: 3, serial: 0, product: 2 } }
    const mapped = await call(api.importFileCheck, { body: { file_name: 'units.csv', content, mapping } })
    expect(await rowsOf(call, mapped.import_id)).toMatchObject([{ serial: '1', device_name: '' }])
  })

  it('gives a template that the check reads back', async () => {
    const call = await as('factory')
    for (const language of ['en', 'zh', 'pl'] as const)
      for (const format of ['csv', 'xlsx'] as const) {
        const { blob } = await call(api.importTemplate, { query: { format, language } })
        const content = Buffer.from(await blob.arrayBuffer()).toString('base64')
        const { columns } = await call(api.importFileRead, { body: { file_name: `t.${format}`, content } })
        expect(columns.map(({ guess }) => guess)).toEqual([
          'mac',
          'product',
          'iccid',
          'hardware_version',
          'device_name',
          'serial',
          'secret',
        ])
      }
  })
})

describe('an import', () => {
  it('brings units into the stock of the manufacturer, or to a distributor that then sees them', async () => {
    const call = await as('factory')
    const secret = 'ab'.repeat(32)
    const line = { mac: freshImei(30), secret, serial: 'SN-30', device_name: 'Nr. 30', hardware_version: 'B2' }
    const stock = await call(api.importCheck, { body: { product_key: fleet.product_key, rows: [line] } })
    expect(await finishDraft(call, stock.import_id)).toMatchObject({ state: 'done', agent_id: null, imported: 1 })
    expect(await deviceOf(freshImei(30))).toMatchObject({
      agent_id: null,
      agent_path: '/',
      serial: 'SN-30',
      device_name: 'Nr. 30',
      hardware_version: 'B2',
      imported_user: 'factory',
      import_count: 1,
    })
    const admin = await as('admin')
    const { agent_id } = fleet.distributors.A1
    await importLines(admin, { agent_id, product_key: fleet.product_key }, [freshImei(31)])
    const seen = async (person: Parameters<typeof as>[0]) =>
      (await (await as(person))(api.deviceList, { body: { macs: [freshImei(30), freshImei(31)] } })).list.map(
        ({ mac }) => mac,
      )
    expect(await seen('city_a1')).toEqual([freshImei(31)])
    expect(await seen('city_a2')).toEqual([])
    expect(await seen('factory')).toEqual([freshImei(30)])
    expect((await seen('admin')).sort()).toEqual([freshImei(30), freshImei(31)])
  })

  it('of a unit that exists raises its count, and moves nothing', async () => {
    const call = await as('admin')
    const mac = fleet.devices[0]?.mac ?? ''
    const before = await deviceOf(mac)
    const { agent_id } = fleet.distributors.B
    const again = await importLines(call, { agent_id, product_key: fleet.product_key, import_tag: 'Again' }, [mac])
    expect(again).toMatchObject({ imported: 0, repeated: 1, failed: 0 })
    expect(await deviceOf(mac)).toEqual({ ...before, import_count: (before?.import_count ?? 0) + 1 })
    // Who does not see the unit learns that it exists, and nothing else.
    const factory = await as('factory')
    const { import_id } = await factory(api.importCheck, { body: { product_key: fleet.product_key, rows: [{ mac }] } })
    expect(await rowsOf(factory, import_id)).toMatchObject([
      { verdict: 'error', problems: ['held_elsewhere'], agent_name: null, online_status: null },
    ])
  })

  it('in one step leaves what is wrong as failed lines, which are retried with a fix', async () => {
    const call = await as('admin')
    const query = { agent_id: fleet.distributors.A.agent_id, product_key: fleet.product_key }
    const rows = [{ mac: freshImei(40) }, { mac: '12', serial: 'SN-41' }]
    const started = await call(api.importDevices, { query, body: { rows, import_tag: 'T' } })
    expect(started).toMatchObject({ source: 'api', total: 2 })
    const done = await importOutcome(call, started.import_id)
    expect(done).toMatchObject({ state: 'done', imported: 1, failed: 1, progress: 2 })
    const fixes = [{ row: 2, field: 'mac' as const, value: freshImei(41) }]
    const retry = await call(api.importRetry, { params: { id: done.import_id }, body: { fixes } })
    expect(retry).toMatchObject({ state: 'draft', retry_of: done.import_id, import_tag: 'T', counts: { new: 1 } })
    expect(await finishDraft(call, retry.import_id)).toMatchObject({ imported: 1 })
    expect(await deviceOf(freshImei(41))).toMatchObject({ serial: 'SN-41', agent_id: query.agent_id })
    const none = { query, body: { rows: [{ mac: '12' }] } }
    expect(await codeOf(call(api.importDevices, none))).toBe('import_empty')
  })

  it('gives a distributor no more units than it may have, and no other products than it sells', async () => {
    const call = await as('admin')
    const { agent_id } = fleet.distributors.B
    const set = (row: object) =>
      database.db.updateTable('distributors').set(row).where('agent_id', '=', agent_id).execute()
    await set({ device_quota: 1 })
    const rows = [{ mac: freshImei(50) }]
    const { import_id } = await call(api.importCheck, { body: { agent_id, product_key: fleet.product_key, rows } })
    const start = call(api.importStart, { params: { id: import_id }, body: {} })
    expect(await refusalOf(start, 'room')).toBe('device_quota_reached agent_id 0')
    await call(api.productCreate, { body: { product_key: 'other', basics: exampleProductFile.basics } })
    await set({ device_quota: null, product_keys: ['other'] })
    const sold = await call(api.importEdit, { params: { id: import_id }, body: {} })
    expect(sold.counts).toMatchObject({ new: 0, error: 1 })
    expect(await rowsOf(call, import_id)).toMatchObject([{ problems: ['product_not_sold'] }])
    await set({ product_keys: [] })
  })
})

describe('a batch', () => {
  it('is undone while none of its units is shipped, bound or was on line; counts go back', async () => {
    const call = await as('admin')
    const mac = fleet.devices[3]?.mac ?? ''
    const { import_count } = (await deviceOf(mac)) ?? { import_count: 0 }
    const header = { agent_id: fleet.distributors.A.agent_id, product_key: fleet.product_key }
    const { import_id } = await importLines(call, header, [freshImei(60), freshImei(61), mac])
    const undo = () => call(api.importUndo, { params: { id: import_id }, body: { reason: 'Wrong file' } })
    const set = (active: boolean) =>
      database.db.updateTable('devices').set({ active }).where('mac', '=', freshImei(61)).execute()
    await set(true)
    expect(await refusalOf(undo(), 'count')).toBe('import_in_use 1')
    expect(await call(api.importInfo, { params: { id: import_id } })).toMatchObject({
      may_undo: false,
      online_count: 1,
    })
    await set(false)
    expect(await call(api.importInfo, { params: { id: import_id } })).toMatchObject({ may_undo: true })
    expect(
      await codeOf((await as('auditor'))(api.importUndo, { params: { id: import_id }, body: { reason: 'x' } })),
    ).toBe('no_permission')
    const device_id = (await deviceOf(freshImei(60)))?.device_id
    expect(await undo()).toMatchObject({ state: 'undone', undone_by: 'admin', imported: 2 })
    expect([await deviceOf(freshImei(60)), await deviceOf(freshImei(61))]).toEqual([undefined, undefined])
    expect(await deviceOf(mac)).toMatchObject({ import_count })
    expect(console_.published).toContainEqual({
      kind: 'devices_changed',
      device_ids: expect.arrayContaining([device_id]),
    })
    expect(await codeOf(undo())).toBe('import_state')
    const [line] = (await call(api.auditList, { body: { action: 'importUndo', result: 'ok' } })).list
    expect(line?.detail).toMatchObject({ reason: 'Wrong file', units: 2 })
  })

  it('changes its tag with that of its units', async () => {
    const call = await as('admin')
    const { import_id } = await importLines(call, { product_key: fleet.product_key, import_tag: 'Old' }, [
      freshImei(70),
    ])
    const tagged = await call(api.importTag, { params: { id: import_id }, body: { import_tag: 'New' } })
    expect(tagged).toMatchObject({ import_tag: 'New' })
    expect(await deviceOf(freshImei(70))).toMatchObject({ import_tag: 'New' })
    expect((await call(api.importList, { body: { import_tag: 'ne' } })).list).toHaveLength(1)
  })

  it('gives its secrets once, and what its labels say as often as they are printed', async () => {
    const call = await as('factory')
    const rows = [{ mac: freshImei(80), secret: 'cd'.repeat(32), serial: 'SN-80' }, { mac: freshImei(81) }]
    const { import_id } = await call(api.importCheck, { body: { product_key: fleet.product_key, rows } })
    await finishDraft(call, import_id)
    const take = () => call(api.importSecrets, { params: { id: import_id } })
    const { list } = await call(api.importLabels, { params: { id: import_id } })
    const lines = (await (await take()).blob.text()).replace('\uFEFF', '').trim().split('\r\n')
    expect(lines[0]).toBe('mac,secret,claim_code,product_key,serial')
    expect(lines[1]).toBe(`${freshImei(80)},${'cd'.repeat(32)},${list[0]?.claim_code},${fleet.product_key},SN-80`)
    expect(lines[2]).toMatch(new RegExp(`^${freshImei(81)},[0-9a-f]{64},${list[1]?.claim_code},`))
    expect(await refusalOf(take(), 'user')).toBe('secrets_taken factory')
    expect(await call(api.importInfo, { params: { id: import_id } })).toMatchObject({ secrets_by: 'factory' })
    expect((await call(api.importLabels, { params: { id: import_id }, body: { macs: [freshImei(81)] } })).list).toEqual(
      list.slice(1),
    )
    const auditor = await as('auditor')
    expect(await codeOf(auditor(api.importSecrets, { params: { id: import_id } }))).toBe('no_permission')
  })

  it('is narrowed by number, product, account, state and time', async () => {
    const call = await as('admin')
    const all = (await call(api.importList)).list
    const found = async (body: object) => (await call(api.importList, { body })).total
    expect(await found({ batch_no: all[0]?.batch_no.toLowerCase() })).toBe(1)
    expect(await found({ product_key: 'none' })).toBe(0)
    expect(await found({ imported_user: 'factory' })).toBe(
      all.filter(({ imported_user }) => imported_user === 'factory').length,
    )
    expect(await found({ states: ['undone'] })).toBe(1)
    expect(await found({ import_to: '2020-01-01T00:00:00.000Z' })).toBe(0)
    expect(await found({ agent_id: fleet.distributors.A.agent_id })).toBe(
      all.filter(({ agent_name }) => agent_name?.startsWith('A')).length,
    )
  })
})
