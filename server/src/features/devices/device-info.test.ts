import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import { readBuiltInProduct } from '../products/built-in.ts'

const { database, fleet, as } = useFleetConsole()
const AT = new Date('2026-11-20T08:00:00Z')
const params = { product_key: 'unread' }
let admin: Call
type DeviceFilterSent = NonNullable<RequestOf<typeof api.deviceList>['body']>

beforeAll(async () => {
  admin = await as('admin')
})

const deviceAt = (at: number) => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const setStatus = (device_id: number, status: object) =>
  database.db.updateTable('device_status').set(status).where('device_id', '=', device_id).execute()

describe('a unit whose product is not published', () => {
  it('says so: no data point defined, then unpublished data points, until they are published', async () => {
    const { mac, device_id } = deviceAt(1)
    const basics = { ...exampleProductFile.basics, name: '未发布', english_name: 'Unread' }
    await admin(api.productCreate, { body: { ...params, basics } })
    await database.db.updateTable('devices').set(params).where('device_id', '=', device_id).execute()
    await setStatus(device_id, { layout_id: null, latest_blocks: null })
    const codes = () =>
      Promise.all([
        codeOf(admin(api.deviceInfo, { query: { mac } })),
        codeOf(admin(api.deviceFaults, { query: { mac } })),
        codeOf(admin(api.curveNames, { query: params })),
      ])
    expect(await codes()).toEqual(Array(3).fill('no_data_point'))

    const [sample] = readBuiltInProduct().points
    if (sample === undefined) throw new Error('the built-in product has no point')
    const names = { en: 'far', zh: 'far', pl: 'far' }
    const far = { ...sample, key: 'far', names, address: 5_000, block: null }
    const { revision } = await admin(api.productDraftSave, { params, body: { revision: 1, set: [far] } })
    expect(await codes()).toEqual(Array(3).fill('unpublished_data_points'))
    // Not returned for units of others.
    expect(await codeOf((await as('city_a2'))(api.deviceInfo, { query: { mac } }))).toBe('device_not_found')
    expect(await codeOf(admin(api.curveNames, { query: { product_key: 'none' } }))).toBe('product_unknown')

    await admin(api.productPublish, { params, body: { revision, accept_warnings: true } })
    expect(await codes()).toEqual(Array(3).fill('ok'))
    expect(await admin(api.deviceInfo, { query: { mac } })).toMatchObject({ parsing_failed: false, values: [] })
  })

  it('is unreadable when it reports nothing that the product reads', async () => {
    const { mac, device_id } = deviceAt(1)
    await setStatus(device_id, {
      latest_blocks: packLatestBlocks([{ block: blockOf({ 204: 90 }), at_s: AT.getTime() / 1_000 }]),
    })
    expect(await admin(api.deviceInfo, { query: { mac } })).toMatchObject({ parsing_failed: true, values: [] })
  })
})

describe('a unit whose newest frame could not be taken', () => {
  it('is unreadable until it sends a good one', async () => {
    const { mac, device_id } = deviceAt(2)
    const isUnreadable = async () => (await admin(api.deviceInfo, { query: { mac } })).parsing_failed
    const later = (ms: number) => new Date(AT.getTime() + ms)
    await setStatus(device_id, { last_arrival_at: AT })
    expect(await isUnreadable()).toBe(false)
    const refused = { mac, topic: 'report', reason: 'crc', payload: Buffer.from([1]) }
    await database.db
      .insertInto('dead_letters')
      .values({ ...refused, at: later(-1_000) })
      .execute()
    expect(await isUnreadable()).toBe(false)
    await database.db
      .insertInto('dead_letters')
      .values({ ...refused, at: later(1_000) })
      .execute()
    expect(await isUnreadable()).toBe(true)
    expect((await admin(api.deviceInfo, { query: { mac: deviceAt(3).mac } })).parsing_failed).toBe(false)
    await setStatus(device_id, { last_arrival_at: later(2_000) })
    expect(await isUnreadable()).toBe(false)
  })
})

describe('a unit whose board is recognised anew', () => {
  it('stays identified while recognition runs, and is found by either field', async () => {
    const { mac, device_id } = deviceAt(4)
    const unchanged = { info_pk: fleet.product_key, identify_status: 'identifying' } as const
    await database.db.updateTable('devices').set(unchanged).where('device_id', '=', device_id).execute()
    expect(await admin(api.deviceInfo, { query: { mac } })).toMatchObject({
      identify_status: 'recognized',
      vcard_pk: 'identifying',
    })
    expect(await admin(api.deviceModel, { query: { mac } })).toMatchObject({ vcard_pk: 'identifying' })
    const found = async (body: DeviceFilterSent) => {
      const { list, counts } = await admin(api.deviceList, { body })
      expect(counts.all).toBe(list.length)
      return list.map((one) => one.mac)
    }
    expect(await found({ vcard_pk: 'identifying' })).toEqual([mac])
    expect(await found({ identify_status: 'recognized' })).toContain(mac)
    expect(await found({ identify_status: 'unrecognized' })).toEqual([])

    const lost = { info_pk: null, identify_status: 'unrecognized' } as const
    await database.db.updateTable('devices').set(lost).where('device_id', '=', device_id).execute()
    expect(await found({ identify_status: 'unrecognized' })).toEqual([mac])
    expect(await found({ vcard_pk: 'unrecognized' })).toEqual([mac])
    expect(await admin(api.deviceInfo, { query: { mac } })).toMatchObject({
      identify_status: 'unrecognized',
      vcard_pk: 'unrecognized',
    })
  })
})
