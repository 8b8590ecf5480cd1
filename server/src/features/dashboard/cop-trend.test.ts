import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { ambientOf, copOf, dayAgo, insertDays, rounded, type TestDay, testDay } from '../../../test/device-days.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { everyNth } from '../../platform/every-nth.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { countEvery, listCop } from './store-trend.ts'

const { database, fleet, as } = useFleetConsole()
const rows = () => fleet.devices.flatMap((unit) => [0, 1, 2].map((ago) => testDay(unit, ago)))

beforeAll(() => insertDays(database.db, rows()))

const meanOf = (days: readonly TestDay[]) => {
  const known = days.filter(({ cop }) => cop !== null)
  const sumOf = (key: 'heat_kwh' | 'electricity_kwh') =>
    known.length === 0 ? null : known.reduce((sum, day) => sum + day[key], 0)
  return {
    cop: copOf(known),
    units: known.length,
    ambient_c: ambientOf(known),
    heat_kwh: sumOf('heat_kwh'),
    electricity_kwh: sumOf('electricity_kwh'),
  }
}

it.each(['admin', 'province_a', 'city_a1', 'county_a11', 'province_b', 'staff_hangzhou'] as const)(
  'the COP of complete days is that of the units %s sees',
  async (person) => {
    const call = await as(person)
    const macs = new Set((await call(api.deviceList)).list.map(({ mac }) => mac))
    const seen = new Set(fleet.devices.filter(({ mac }) => macs.has(mac)).map(({ device_id }) => device_id))
    const { list, units, asked_units } = await call(api.copTrend, { query: { days: 7 } })
    expect([units, asked_units, list.length]).toEqual([macs.size, macs.size, 7])
    for (const row of list) {
      const mean = meanOf(rows().filter((one) => one.is_complete && one.day === row.day && seen.has(one.device_id)))
      expect(row).toEqual({
        day: row.day,
        cop: rounded(mean.cop, 2),
        units: mean.units,
        ambient_c: rounded(mean.ambient_c, 1),
        heat_kwh: rounded(mean.heat_kwh, 1),
        electricity_kwh: rounded(mean.electricity_kwh, 1),
      })
    }
    expect(list.at(-1)).toMatchObject({ day: dayAgo(0), cop: null, units: 0 })
  },
)

it('a product and a distributor narrow it', async () => {
  const call = await as('admin')
  const at = fleet.at.province_a
  const agent_id = at === null ? undefined : fleet.distributors[at].agent_id
  const of_agent = await call(api.copTrend, { query: { days: 7, agent_id } })
  expect(of_agent.list).toEqual((await (await as('province_a'))(api.copTrend, { query: { days: 7 } })).list)
  expect(await call(api.copTrend, { query: { product_key: 'none' } })).toMatchObject({ units: 0, asked_units: 0 })
})

it('of a larger part every n-th unit is asked', async () => {
  const place = { path: null, product_key: null }
  const chosen = new Set(fleet.devices.map(({ device_id }) => device_id).filter((id) => id % 2 === 0))
  expect(await countEvery(database.db, EVERYTHING, place, 2)).toBe(chosen.size)
  const [day] = await listCop(database.db, EVERYTHING, place, { from: dayAgo(1), to: dayAgo(1), step: 2 })
  const mean = meanOf(rows().filter((one) => one.day === dayAgo(1) && chosen.has(one.device_id)))
  expect(day).toMatchObject({ units: mean.units, cop: expect.closeTo(mean.cop ?? 0, 6) })
})

it.each([1, 2, 3])('looked up or searched for, every %s. device is the same', async (step) => {
  const idsOf = async (is_looked_up: boolean) => {
    const chosen = await sql<{ device_id: number }>`
      select device_id from devices where ${everyNth(step, is_looked_up)} order by device_id`.execute(database.db)
    return chosen.rows.map(({ device_id }) => device_id)
  }
  expect(await idsOf(true)).toEqual(await idsOf(false))
})
