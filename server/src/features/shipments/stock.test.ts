import { api } from '@heatfleet/contract/api.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../../test/refusals.ts'
import { useShipments } from '../../../test/shipments-case.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const fixture = useShipments()
const { by, idOf, macOf, send, macsOf, setUnit } = fixture

describe('stock of the manufacturer', () => {
  beforeEach(() => setUnit(0, { agent_id: null, agent_path: '/' }))

  const placeOf = (unit: number) =>
    fixture.database.db
      .selectFrom('devices')
      .where('mac', '=', macOf(unit))
      .select(['agent_id', 'agent_path'])
      .executeTakeFirstOrThrow()
  const recall = async (person: SmallAccount, shipment_id: number) =>
    (await by(person))(api.recallDevices, { body: { shipment_id, reason: 'Wrong model' } })

  it.each<[SmallAccount, boolean]>([
    ['admin', true],
    ['province_a', false],
    ['city_a1', false],
    ['county_a11', false],
    ['province_b', false],
  ])('%s sees it: %s', async (person, is_visible) => {
    const call = await by(person)
    const { list } = await call(api.deviceList, { body: { macs: [macOf(0)] } })
    expect(list.map(({ mac, agent_id, agent_name }) => ({ mac, agent_id, agent_name }))).toEqual(
      is_visible ? [{ mac: macOf(0), agent_id: null, agent_name: null }] : [],
    )
    expect(await codeOf(call(api.deviceInfo, { query: { mac: macOf(0) } }))).toBe(
      is_visible ? 'ok' : 'device_not_found',
    )
  })

  it('is a filter of devices and of units to be shipped, and counted with the whole fleet alone', async () => {
    const call = await by('admin')
    const of = async (manufacturer_stock: boolean) =>
      (await call(api.deviceList, { body: { manufacturer_stock } })).list.map(({ mac }) => mac)
    const others = [1, 2, 3, 4, 5].map(macOf).sort()
    expect(await of(true)).toEqual([macOf(0)])
    expect((await of(false)).sort()).toEqual(others)
    expect(await macsOf('admin', 'to_ship', { manufacturer_stock: true })).toEqual([macOf(0)])
    expect(await macsOf('admin', 'to_ship', { manufacturer_stock: false })).toEqual(others)
    const [unit] = (await call(api.shippedDeviceList, { body: { tab: 'to_ship', manufacturer_stock: true } })).list
    expect(unit).toMatchObject({ receiver_id: null, receiver_name: '', receiver_level: 0 })
    expect((await call(api.deviceList, { body: {} })).total).toBe(6)
    expect((await (await by('province_a'))(api.deviceList, { body: {} })).total).toBe(4)
  })

  it('goes to a province, and comes back by a recall of the manufacturer alone', async () => {
    expect(await codeOf(send('admin', 'A1', [0]))).toBe('shipment_has_errors')
    expect(await codeOf(send('province_a', 'A1', [0]))).toBe('shipment_has_errors')
    const { shipment_id } = await send('admin', 'A', [0])
    expect(await placeOf(0)).toEqual({ agent_id: idOf('A'), agent_path: fixture.fleet.distributors.A.agent_path })
    const [line] = (await (await by('admin'))(api.shippedDeviceList, { body: { tab: 'shipped' } })).list
    expect(line).toMatchObject({ sender_id: null, sender_name: '', receiver_name: 'A', may_recall: true })
    const [received] = (await (await by('province_a'))(api.shippedDeviceList, { body: { tab: 'shipped' } })).list
    expect(received).toMatchObject({ may_recall: false, may_confirm: true })
    expect(await codeOf(recall('province_a', shipment_id))).toBe('nothing_to_recall')
    expect(await codeOf(recall('admin', shipment_id))).toBe('ok')
    expect(await placeOf(0)).toEqual({ agent_id: null, agent_path: '/' })
  })

  it('is not where units of a deleted distributor return to', async () => {
    const { shipment_id } = await send('admin', 'A', [0])
    await fixture.database.db
      .updateTable('shipments')
      .set({ sender_name: 'Deleted' })
      .where('shipment_id', '=', shipment_id)
      .execute()
    expect(await codeOf(recall('admin', shipment_id))).toBe('nothing_to_recall')
  })

  it('has no distributor without the path of the manufacturer, and no path without a distributor', async () => {
    await expect(setUnit(1, { agent_id: null })).rejects.toThrow('devices_stock_check')
    await expect(setUnit(1, { agent_path: '/' })).rejects.toThrow('devices_')
  })

  it('is in a resource group of its product, not in one of a region or distributor', async () => {
    const call = await by('admin')
    const preview = async (part: object) => {
      const none = { agent_ids: [], region_codes: [], product_keys: [], macs: [] }
      const { sample } = await call(api.resourceGroupPreview, { body: { ...none, ...part } })
      return sample.map(({ mac }) => mac)
    }
    const { product_key } = await fixture.database.db
      .selectFrom('devices')
      .where('mac', '=', macOf(0))
      .select('product_key')
      .executeTakeFirstOrThrow()
    expect(await preview({ product_keys: [product_key] })).toContain(macOf(0))
    expect(await preview({ macs: [macOf(0)] })).toEqual([macOf(0)])
    expect(await preview({ agent_ids: [idOf('A')] })).not.toContain(macOf(0))
  })
})
