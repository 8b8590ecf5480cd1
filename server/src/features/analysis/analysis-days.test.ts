import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates } from '../../../test/units-in-all-states.ts'

const { database, fleet, as } = useFleetConsole()
const PERSONS = ['admin', 'province_a', 'county_a11', 'province_b', 'staff_hangzhou'] as const
const DAYS = 80
const PERIOD = { from: '2026-03-01', to: '2026-03-20' }
const START = Date.parse('2025-12-31')

type Day = {
  mac: string
  product_key: string
  day: string
  cop: number | null
  ambient: number
  starts: number
  run: number
}
const days: Day[] = []
/** The unit of county A11 whose COP falls from March on. */
let leaking = ''

beforeAll(async () => {
  await addUnitsInAllStates(database, fleet)
  const { db } = database
  const units = await db
    .selectFrom('devices')
    .select(['device_id', 'mac', 'product_key', 'agent_path'])
    .where('agent_path', '<>', '/')
    .orderBy('device_id')
    .execute()
  leaking = units.find(({ agent_path }) => agent_path === fleet.distributors.A11.agent_path)?.mac ?? ''
  const values: unknown[] = []
  for (const [place, { device_id, mac, product_key }] of units.entries())
    for (let at = 0; at < DAYS; at += 1) {
      const day = new Date(START + at * 86_400_000).toISOString().slice(0, 10)
      const ambient = ((at * 7) % 15) - 6 + (place % 3) * 0.1
      const healthy = 3 + ambient * 0.05 + (place % 10) * 0.05
      const cop = at % 9 === 0 ? null : mac === leaking && day >= '2026-03-01' ? healthy * 0.75 : healthy
      const starts = 6 + (place % 4)
      const run = 400 + (place % 5) * 60
      days.push({ mac, product_key, day, cop, ambient, starts, run })
      values.push({
        device_id,
        day,
        time_zone: 'UTC',
        product_key,
        reports: 1_400,
        is_complete: true,
        computed_at: '2026-04-01T00:00:00Z',
        quality: 0.95,
        online_share: 1,
        heat_kwh: (cop ?? 0) * 10,
        electricity_kwh: 10,
        cop,
        starts,
        run_minutes: run,
        heating_minutes: run - 60,
        hot_water_minutes: 60,
        cooling_minutes: 0,
        defrosts: 4,
        defrost_minutes: 20,
        heater_minutes: 5,
        mean_ambient_c: ambient,
        min_ambient_c: ambient - 2,
        mean_flow_c: 38,
        alarms_raised: 0,
      })
    }
  await sql`insert into device_days select * from jsonb_populate_recordset(null::device_days, ${JSON.stringify(values)}::jsonb)`.execute(
    db,
  )
})

/** Days of the period of the units that a person sees. */
const seenBy = async (person: SmallAccount) => {
  const { list } = await (await as(person))(api.deviceList, { body: {} })
  const macs = new Set(list.map(({ mac }) => mac))
  return days.filter(({ mac, day }) => macs.has(mac) && day >= PERIOD.from && day <= PERIOD.to)
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

describe.each(PERSONS)('for %s', (person) => {
  it('efficiency is that of the days of the units in scope', async () => {
    const seen = await seenBy(person)
    const known = seen.filter(({ cop }) => cop !== null)
    const answer = await (await as(person))(api.analysisEfficiency, { body: PERIOD })
    expect(answer).toMatchObject({
      known_units: new Set(seen.map(({ mac }) => mac)).size,
      unit_days: seen.length,
      cop_days: known.length,
    })
    for (const row of answer.products) {
      const own = known.filter(({ product_key }) => product_key === row.product_key)
      expect(row.units).toBe(new Set(own.map(({ mac }) => mac)).size)
      const mean = own.reduce((sum, { cop }) => sum + (cop ?? 0), 0) / own.length
      expect(row.cop).toBeCloseTo(mean, 1)
      const all = seen.filter(({ product_key }) => product_key === row.product_key)
      const hours = all.reduce((sum, { run }) => sum + run, 0) / 60
      expect(row.starts_per_hour).toBeCloseTo(all.reduce((sum, { starts }) => sum + starts, 0) / hours, 1)
    }
    for (const bin of answer.bins) {
      const own = known.filter(
        ({ product_key, ambient }) => product_key === bin.product_key && ambient >= bin.from_c && ambient < bin.to_c,
      )
      expect([bin.from_c, bin.unit_days]).toEqual([bin.from_c, own.length])
      expect(bin.units).toBe(new Set(own.map(({ mac }) => mac)).size)
      expect(bin.units).toBeGreaterThanOrEqual(5)
      const cops = own.map(({ cop }) => cop ?? 0)
      for (const [key, share] of [
        ['p10', 0.1],
        ['p50', 0.5],
        ['p90', 0.9],
      ] as const)
        expect(bin[key]).toBeCloseTo(percentile(cops, share), 1)
    }
    const hidden_units = answer.hidden.units
    expect(answer.products.reduce((sum, { units }) => sum + units, hidden_units)).toBe(answer.known_units)
  })

  it('usage is that of the days of the units in scope', async () => {
    const seen = await seenBy(person)
    const answer = await (await as(person))(api.analysisUsage, { body: PERIOD })
    const units = new Set(seen.map(({ mac }) => mac)).size
    expect(answer.unit_days).toBe(seen.length)
    expect(answer.modes.hot_water).toBeCloseTo(seen.length, 6)
    for (const classes of [answer.run, answer.heater, answer.flow])
      expect(classes.reduce((sum, each) => sum + each.units, 0)).toBe(units)
    expect(answer.flow.find(({ from }) => from === 35)?.units).toBe(units)
    for (const { day, units: count } of answer.days)
      expect([day, count]).toEqual([day, seen.filter((each) => each.day === day).length])
  })

  it('detectors look at the units in scope and find the one that loses its charge, where it is in scope', async () => {
    const seen = await seenBy(person)
    const answer = await (await as(person))(api.analysisDetectors, { body: PERIOD })
    const units = new Set(seen.map(({ mac }) => mac)).size
    expect(answer.known_units).toBe(units)
    for (const { learning, ok, watch, alert } of answer.states) expect(learning + ok + watch + alert).toBe(units)
    const is_seen = seen.some(({ mac }) => mac === leaking)
    const drifting = answer.detected.filter(({ findings }) =>
      findings.some(({ detector }) => detector === 'charge_drift'),
    )
    expect(drifting.map(({ mac }) => mac)).toEqual(is_seen ? [leaking] : [])
    const [first, last] = [answer.replay[0], answer.replay.at(-1)]
    expect([first?.alert, last?.alert]).toEqual([0, is_seen ? 1 : 0])
    expect(answer.marked.find(({ detector }) => detector === 'charge_drift')?.units).toBe(is_seen ? 1 : 0)
  })
})

it('the unit that loses its charge stands lowest among its like', async () => {
  const { benchmark } = await (await as('province_a'))(api.analysisEfficiency, { body: PERIOD })
  expect(benchmark[0]?.mac).toBe(leaking)
  expect(benchmark[0]?.percentile).toBeLessThan(10)
  expect(benchmark[0]?.cop).toBeLessThan(benchmark[0]?.expected_cop ?? 0)
})

describe('faults by outdoor temperature', () => {
  const BIN_K = 3
  beforeAll(async () => {
    // On each tenth day of the year of every unit, an hour before the end of its day.
    await database.pool.query(
      `insert into alarms (device_id, agent_path, product_key, type, rule_key, code, severity, first_at, last_at, recovered_at)
       select d.device_id, devices.agent_path, d.product_key, 'device_fault', 'f' || d.day, 'E1', 'minor', at, at, at
       from device_days d join devices using (device_id) cross join lateral (select d.day + time '23:00' as local) l
         cross join lateral (select l.local at time zone d.time_zone as at) moment
       where extract(doy from d.day)::int % 10 = 0`,
    )
  })

  it.each(PERSONS)('are counted as device-days of the units that %s sees', async (person) => {
    const call = await as(person)
    const { list: seen } = await call(api.deviceList, { query: { size: 999 }, body: {} })
    const macs = new Set(seen.map(({ mac }) => mac))
    const own = days.filter(({ mac, day }) => macs.has(mac) && day >= PERIOD.from && day <= PERIOD.to)
    const isFaulty = (day: string) => dayOfYear(day) % 10 === 0
    const bins = [...Map.groupBy(own, ({ ambient }) => Math.floor(ambient / BIN_K))]
      .map(([bin, of]) => ({
        from_c: bin * BIN_K,
        units: new Set(of.map(({ mac }) => mac)).size,
        device_days: of.length,
        faults: of.filter(({ day }) => isFaulty(day)).length,
      }))
      .toSorted((one, other) => one.from_c - other.from_c)
    const { ambient } = await call(api.analysisFaults, { body: PERIOD })
    expect(
      ambient.list.map(({ from_c, units, device_days, faults }) => ({ from_c, units, device_days, faults })),
    ).toEqual(bins.filter(({ units }) => units >= 5))
    const small = bins.filter(({ units }) => units < 5)
    expect(ambient.hidden).toEqual({ groups: small.length, units: small.reduce((sum, { units }) => sum + units, 0) })
    expect(ambient.known_units).toBe(new Set(own.map(({ mac }) => mac)).size)
    for (const { rate, faults, device_days } of ambient.list)
      expect(rate).toBeCloseTo((faults / device_days) * 1_000, 1)
  })
})

const dayOfYear = (day: string): number =>
  Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000) + 1
