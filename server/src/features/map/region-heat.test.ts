import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, expect, it } from 'vitest'
import { ambientOf, copOf, insertDays, rounded, testDay } from '../../../test/device-days.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()

beforeAll(async () => {
  // All but the last have a position; the oldest days are no part of the last week.
  for (const { device_id } of fleet.devices.slice(0, -1))
    await database.db
      .updateTable('devices')
      .set({ lat: 30 + device_id / 100, lon: 120 })
      .where('device_id', '=', device_id)
      .execute()
  await insertDays(
    database.db,
    fleet.devices.flatMap((unit) => [0, 1, 2, 9].map((ago) => testDay(unit, ago))),
  )
})

it.each(['admin', 'province_a', 'city_a1', 'county_a11', 'province_b', 'staff_hangzhou'] as const)(
  'COP and outdoor temperature of regions are those of the placed units %s sees',
  async (person) => {
    const call = await as(person)
    const regions = await call(api.mapRegions)
    const { list } = await call(api.deviceList)
    const placed = new Set(list.filter(({ position }) => position !== null).map(({ mac }) => mac))
    const heat = await call(api.mapRegionHeat)
    // Regions hold the same units as the layers beside.
    expect(new Map(heat.map(({ code, units }) => [code, units]))).toEqual(
      new Map(regions.map(({ code, count }) => [code, count])),
    )
    const codes = new Set(heat.map(({ code }) => code))
    if (codes.size !== 1) return
    const days = fleet.devices
      .filter(({ mac }) => placed.has(mac))
      .flatMap((unit) => [1, 2].map((ago) => testDay(unit, ago)))
    expect(heat[0]).toMatchObject({ cop: rounded(copOf(days), 2), ambient_c: rounded(ambientOf(days), 1) })
  },
)

it('filters of the map narrow it', async () => {
  const call = await as('admin')
  expect(await call(api.mapRegionHeat, { body: { product_key: 'none' } })).toEqual([])
  const at = fleet.at.province_a
  const agent_id = at === null ? undefined : fleet.distributors[at].agent_id
  expect(await call(api.mapRegionHeat, { body: { agent_id } })).toEqual(
    await (await as('province_a'))(api.mapRegionHeat),
  )
})
