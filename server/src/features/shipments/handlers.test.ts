import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../test/refusals.ts'
import { useShipments } from '../../../test/shipments-case.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const fixture = useShipments()
const { by, idOf, macOf, send, macsOf, holderOf, setUnit, setAgent, bind } = fixture

describe('a shipment', () => {
  it('hands its units over: the receiver sees them, those above still do, a sibling sees nothing', async () => {
    expect(await macsOf('province_a', 'to_ship')).toEqual([macOf(0)])
    const papers = { order_no: 'PO-7', logistics_no: 'SF-1', remark: 'Autumn' }
    const shipped = await send('province_a', 'A1', [0], papers)
    expect(shipped).toEqual({ shipment_id: 1, batch_no: 'S0000000001', device_count: 1 })
    expect(await holderOf(0)).toBe('A1')
    expect(await macsOf('province_a', 'to_ship')).toEqual([])
    expect(await macsOf('city_a1', 'to_ship')).toEqual([macOf(0), macOf(1)].sort())
    for (const [person, seen] of Object.entries({
      admin: 1,
      province_a: 1,
      city_a1: 1,
      city_a2: 0,
      county_a11: 0,
      province_b: 0,
    })) {
      // The names of the table above.
      const call = await by(person as SmallAccount)
      const { list, total } = await call(api.shipmentList)
      const units = await call(api.shippedDeviceList)
      expect([person, list.length, total, units.list.length, units.total]).toEqual([person, seen, seen, seen, seen])
    }
    const { list } = await (await by('province_a'))(api.shipmentList)
    expect(list[0]).toMatchObject({
      ...papers,
      sender_name: 'A',
      receiver_name: 'A1',
      operator: 'province_a',
      device_count: 1,
    })
    expect(list[0]?.products).toMatchObject([{ count: 1 }])
    // The receiver sees neither its higher distributor nor the accounts there.
    const [reported] = (await (await by('city_a1'))(api.shipmentList)).list
    expect(reported).toMatchObject({ sender_id: null, sender_name: '', operator: '', may_confirm: true })
    expect(fixture.reported).toContainEqual({
      kind: 'devices_changed',
      device_ids: [fixture.fleet.devices[0]?.device_id],
    })
    const line = await fixture.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'shipDevices')
      .executeTakeFirst()
    expect(line).toMatchObject({ object: 'shipment S0000000001', result: 'ok' })
    expect(line?.detail).toMatchObject({ agent_id: idOf('A1'), macs: [macOf(0)], order_no: 'PO-7' })
  })

  it('goes one level down from where the units are, and for people of a distributor from their own alone', async () => {
    expect(await codeOf(send('province_a', 'A11', [0]))).toBe('receiver_not_below')
    expect(await codeOf(send('province_a', 'A', [0]))).toBe('receiver_not_below')
    expect(await codeOf(send('city_a1', 'A2', [1]))).toBe('distributor_not_found')
    expect(await codeOf(send('county_a11', 'A11', [2]))).toBe('no_permission')
    // Staff of the manufacturer ship on behalf of the holder, also one level at a time.
    expect(await codeOf(send('admin', 'A11', [0]))).toBe('shipment_has_errors')
    expect(await send('admin', 'A11', [1])).toMatchObject({ device_count: 1 })
    expect(await holderOf(1)).toBe('A11')
  })

  it('is all or nothing', async () => {
    expect(await codeOf(send('province_a', 'A1', [0, 5]))).toBe('shipment_has_errors')
    expect(await holderOf(0)).toBe('A')
    expect((await (await by('admin'))(api.shipmentList)).total).toBe(0)
  })

  it('gives the receiver no more units than it may have', async () => {
    await setAgent('A1', { device_quota: 3 })
    const check = (await by('province_a'))(api.shipCheck, { body: { agent_id: idOf('A1'), macs: [macOf(0)] } })
    expect(await check).toMatchObject({ room: 0, errors: 0 })
    expect(await codeOf(send('province_a', 'A1', [0]))).toBe('device_quota_reached')
    await setAgent('A1', { device_quota: 4 })
    expect(await codeOf(send('province_a', 'A1', [0]))).toBe('ok')
  })

  it('is refused with an id twice, with none and with more than a shipment may have', async () => {
    const call = await by('province_a')
    const ship = (macs: string[]) => codeOf(call(api.shipDevices, { body: { agent_id: idOf('A1'), macs } }))
    expect(await ship([macOf(0), macOf(0)])).toBe('invalid_input')
    expect(await ship([])).toBe('no_device_selected')
    const many = Array.from({ length: 1_001 }, (_, at) => imeiOf(String(86_100_000_000_000 + at)))
    expect(await ship(many)).toBe('invalid_input')
  })
})

describe('what becomes of a shipment', () => {
  const confirm = async (person: SmallAccount, shipment_id: number, macs?: string[]) =>
    (await by(person))(api.confirmReceipt, { body: { shipment_id, ...(macs === undefined ? {} : { macs }) } })
  const recall = async (person: SmallAccount, shipment_id: number, macs?: string[]) =>
    (await by(person))(api.recallDevices, {
      body: { shipment_id, reason: 'Wrong model', ...(macs === undefined ? {} : { macs }) },
    })
  const stateOf = async (shipment_id: number) =>
    (await (await by('admin'))(api.shippedDeviceList, { body: { shipment_id } })).list.map(({ state }) => state)

  it('only its receiver confirms it, once', async () => {
    const { shipment_id } = await send('province_a', 'A1', [0])
    expect(await codeOf(confirm('province_a', shipment_id))).toBe('nothing_to_confirm')
    expect(await codeOf(confirm('city_a2', shipment_id))).toBe('not_found')
    expect(await codeOf(confirm('city_a1', shipment_id, [macOf(1)]))).toBe('nothing_to_confirm')
    expect(await confirm('city_a1', shipment_id, [macOf(0)])).toEqual({ count: 1 })
    expect(await stateOf(shipment_id)).toEqual(['confirmed'])
    expect(await codeOf(confirm('city_a1', shipment_id))).toBe('nothing_to_confirm')
    expect((await (await by('city_a1'))(api.shipmentList)).list[0]).toMatchObject({
      confirmed_count: 1,
      may_confirm: false,
    })
  })

  it('an account with a resource group confirms the units of that group alone', async () => {
    await setUnit(4, { agent_id: idOf('A'), agent_path: fixture.fleet.distributors.A.agent_path })
    const { shipment_id } = await send('province_a', 'A1', [0, 4])
    const { db } = fixture.database
    const { group_id, ...group } = await db
      .selectFrom('resource_groups')
      .innerJoin('accounts', 'accounts.resource_group_id', 'resource_groups.group_id')
      .where('accounts.uid', '=', fixture.fleet.accounts.staff_hangzhou)
      .select(['group_id', 'device_ids', 'agent_ids', 'region_codes', 'resource_groups.product_keys'])
      .executeTakeFirstOrThrow()
    const setGroup = (members: typeof group) =>
      db.updateTable('resource_groups').set(members).where('group_id', '=', group_id).execute()
    const device_ids = [fixture.fleet.devices[4]?.device_id ?? 0]
    await setGroup({ device_ids, agent_ids: [], region_codes: [], product_keys: [] })
    expect(await confirm('staff_hangzhou', shipment_id)).toEqual({ count: 1 })
    await setGroup(group)
    expect(new Set(await stateOf(shipment_id))).toEqual(new Set(['confirmed', 'shipped']))
  })

  it('its sender takes it back with a reason, and the receiver keeps the line and nothing more', async () => {
    const { shipment_id } = await send('province_a', 'A1', [0])
    await setUnit(0, { import_tag: 'secret tag' })
    expect(await codeOf(recall('city_a1', shipment_id))).toBe('nothing_to_recall')
    expect(await codeOf(recall('city_a2', shipment_id))).toBe('not_found')
    expect(await recall('province_a', shipment_id)).toEqual({ count: 1 })
    expect(await holderOf(0)).toBe('A')
    const [line] = (await (await by('city_a1'))(api.shippedDeviceList, { body: { tab: 'returned' } })).list
    expect(line).toMatchObject({
      mac: macOf(0),
      state: 'returned',
      reason: 'Wrong model',
      returned_by: '',
      import_tag: '',
      import_time: null,
    })
    expect(await macsOf('city_a1', 'shipped')).toEqual([])
    expect(await codeOf(recall('province_a', shipment_id))).toBe('nothing_to_recall')
    expect(await codeOf(confirm('city_a1', shipment_id))).toBe('nothing_to_confirm')
    // It may go out again.
    expect(await send('province_a', 'A1', [0])).toMatchObject({ batch_no: 'S0000000002' })
    expect((await (await by('province_a'))(api.shipmentFigures)).returned).toBe(1)
  })

  it('what was passed on or bound stays; who passes on has received', async () => {
    await setUnit(1, { agent_id: idOf('A'), agent_path: fixture.fleet.distributors.A.agent_path })
    const { shipment_id } = await send('province_a', 'A1', [0, 1])
    const { shipment_id: lower } = await send('city_a1', 'A11', [0])
    expect(await stateOf(shipment_id)).toEqual(expect.arrayContaining(['confirmed', 'shipped']))
    expect(await codeOf(recall('province_a', shipment_id))).toBe('ok')
    expect([await holderOf(0), await holderOf(1)]).toEqual(['A11', 'A'])
    // All that were named, or none of them.
    expect(await codeOf(recall('province_a', shipment_id, [macOf(0), macOf(1)]))).toBe('nothing_to_recall')
    await bind(0)
    expect(await codeOf(recall('city_a1', lower))).toBe('nothing_to_recall')
    const lines = (await (await by('city_a1'))(api.shippedDeviceList, { body: { shipment_id: lower } })).list
    expect(lines).toMatchObject([{ may_recall: false, bound: true }])
  })

  it('a shipment follows its receiver to another city', async () => {
    const { shipment_id } = await send('city_a1', 'A11', [1])
    const { A2 } = fixture.fleet.distributors
    await setAgent('A11', { agent_path: `${A2.agent_path}${idOf('A11')}/`, parent_id: A2.agent_id })
    expect((await (await by('city_a1'))(api.shipmentList)).total).toBe(0)
    const [reported] = (await (await by('city_a2'))(api.shipmentList)).list
    expect(reported).toMatchObject({ shipment_id, sender_name: '', operator: '' })
  })
})

// The last one: a distributor is gone after it.
describe('a shipment whose receiver was deleted', () => {
  it('is still seen by its sender', async () => {
    const { shipment_id } = await send('province_a', 'A1', [0])
    await (await by('province_a'))(api.recallDevices, { body: { shipment_id, reason: 'Closed' } })
    const { A2 } = fixture.fleet.distributors
    await setAgent('A11', { agent_path: `${A2.agent_path}${idOf('A11')}/`, parent_id: A2.agent_id })
    expect((await (await by('city_a2'))(api.shipmentList)).total).toBe(0)
    const { db } = fixture.database
    await db
      .updateTable('devices')
      .set({ agent_id: idOf('A'), agent_path: fixture.fleet.distributors.A.agent_path })
      .where('agent_id', '=', idOf('A1'))
      .execute()
    await db.deleteFrom('accounts').where('agent_id', '=', idOf('A1')).execute()
    expect(await codeOf((await by('admin'))(api.deleteAgent, { params: { id: idOf('A1') } }))).toBe('ok')
    const [batch] = (await (await by('province_a'))(api.shipmentList)).list
    expect(batch).toMatchObject({ receiver_id: null, receiver_name: 'A1', device_count: 1, returned_count: 1 })
  })
})
