import { Device, DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { devicesOf } from '../../../test/written-page.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { findDevice } from './store.ts'
import { listDevices } from './store-list.ts'
import { toDevice } from './to-wire.ts'

const database = useDatabase()
let mac: string

beforeAll(async () => {
  const { devices } = await seedSmallFleet(database.db)
  mac = devices[0]?.mac ?? ''
})

const readRow = async () => {
  const row = await findDevice(database.db, EVERYTHING, 1, mac)
  if (row === null) throw new Error('the device is gone')
  return row
}

describe('a device as the database writes it', () => {
  it.each([
    ['quotes and backslashes', 'a "b" \\ c \\" \\u0041'],
    ['line breaks and tabs', 'a\nb\r\tc'],
    ['separators that end a line in scripts', 'a\u2028b\u2029c'],
    ['letters of more than two bytes', 'Łódź 热泵 𝄞 \u{1F525}'],
    ['a text that looks like the end of a row', '"}],"total":0'],
    ['nothing', ''],
  ])('keeps a name with %s', async (_, device_name) => {
    await database.db.updateTable('devices').set({ device_name }).where('mac', '=', mac).execute()
    const row = await readRow()
    expect(toDevice(row).device_name).toBe(device_name)
    const query = { uid: 1, filter: DeviceFilter.parse({}), now: new Date(), offset: 0, limit: 20 }
    const listed = devicesOf(await listDevices(database, EVERYTHING, query))
    expect(listed.find((device) => device.mac === mac)).toEqual(toDevice(row))
  })

  it.each([
    ['2026-02-01T08:00:00.123456+00:00', '2026-02-01T08:00:00.123Z'],
    ['2026-02-01T08:00:00.999999+00:00', '2026-02-01T08:00:00.999Z'],
    ['2026-02-01T08:00:00+00:00', '2026-02-01T08:00:00.000Z'],
    ['2026-03-29T02:30:00+01:00', '2026-03-29T01:30:00.000Z'],
    ['1999-12-31T23:59:59.001-08:00', '2000-01-01T07:59:59.001Z'],
  ])('returns the time %s as %s', async (stored, reported) => {
    await sql`update devices set import_time = ${stored}::timestamptz where mac = ${mac}`.execute(database.db)
    expect(toDevice(await readRow()).import_time).toBe(reported)
  })

  it('has every field of the contract and no other, with and without a position', async () => {
    for (const [lat, lon] of [
      [52.2297, 21.0122],
      [null, null],
    ] as const) {
      await database.db.updateTable('devices').set({ lat, lon, address: 'Ogrodowa 1' }).where('mac', '=', mac).execute()
      const device = toDevice(await readRow())
      expect(Device.strict().parse(device)).toEqual(device)
      expect(device.position).toEqual(lat === null ? null : { lat, lon, address: 'Ogrodowa 1', accuracy_m: null })
    }
  })
})
