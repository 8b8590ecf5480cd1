import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { countEvery, listCop } from './store-trend.ts'

const { database, fleet, as } = useFleetConsole()
const DAY_MS = 86_400_000
const dayAgo = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

/** Heat, electricity and temperature of the days of the n-th unit; every third has no COP, today lasts. */
const dayOf = ({ device_id }: { device_id: number }, ago: number) => {
  const [heat_kwh, electricity_kwh] = [10 + (device_id % 7) + ago, 4 + (device_id % 3)]
  return {
    device_id,
    day: dayAgo(ago),
    time_zone: 'UTC',
    product_key: 'r290-monobloc',
    reports: 1_440,
    is_complete: ago > 0,
    computed_at: new Date().toISOString(),
    quality: 1,
    alarms_raised: 0,
    heat_kwh,
    electricity_kwh,
    cop: device_id % 3 === 0 ? null : heat_kwh / electricity_kwh,
    mean_ambient_c: (device_id % 5) - ago,
  }
}
const rows = () => fleet.devices.flatMap((unit) => [0, 1, 2].map((ago) => dayOf(unit, ago)))

beforeAll(async () => {
  await sql`insert into device_days select * from jsonb_populate_recordset(null::device_days, ${JSON.stringify(rows())}::jsonb)`.execute(
    database.db,
  )
})

const meanOf = (days: readonly ReturnType<typeof dayOf>[]) => {
  const known = days.filter(({ cop }) => cop !== null)
  const sum = (key: 'heat_kwh' | 'electricity_kwh' | 'mean_ambient_c') => known.reduce((all, row) => all + row[key], 0)
  if (known.length === 0) return { cop: null, units: 0, ambient_c: null }
  return {
    cop: sum('heat_kwh') / sum('electricity_kwh'),
    units: known.length,
    ambient_c: sum('mean_ambient_c') / known.length,
  }
}
const rounded = (value: number | null, decimals: number) => (value === null ? null : Number(value.toFixed(decimals)))

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
