import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { SMALL_FLEET_KEY } from '../../test/small-fleet.ts'
import { readConfig } from '../config.ts'
import { computeDueDays } from '../features/device-days/tasks.ts'
import { readBuiltInProduct } from '../features/products/built-in.ts'
import { createLayouts } from '../features/products/public.ts'
import { ensureProduct } from '../features/products/store-built-in.ts'
import { systemClock } from '../platform/clock.ts'
import { openSegment } from '../segments/segment-read.ts'
import { writeBuiltInRoles } from '../start/store-first-start.ts'
import { fleetFileOf } from './fleet-file.ts'
import { simulateHistory } from './past-history.ts'
import { planDemo } from './plan.ts'
import { seedDemo } from './seed.ts'

const DAY_MS = 86_400_000
const DAY_S = 86_400
const MADE_AT = Date.UTC(2026, 10, 1)
/** Four days in winter's beginning. */
const BOUNDS_MS = [MADE_AT - DAY_MS, MADE_AT - 5 * DAY_MS]
const UNITS = 6
/** A value counts no longer than this, s. */
const HOLD_S = 900

/** A register of the built-in product's map, as its number. */
const wordOf = (report: Report, address: number): number | null => {
  for (const { start, quantity, status, data } of report.blocks) {
    if (status !== 0 || address < start || address >= start + quantity) continue
    const at = (address - start) * 2
    return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)
  }
  return null
}
const signed = (word: number): number => (word > 32_767 ? word - 65_536 : word)

type Second = Record<
  't_in' | 't_out' | 'flow' | 'hz' | 'ambient' | 'states' | 'outputs' | 'e_heat' | 'e_dhw' | 'starts' | 'defrosts',
  { value: number; at: number } | null
>
type Sums = Record<
  'heating' | 'hot_water' | 'cooling' | 'electricity_heating' | 'electricity_hot_water' | 'starts' | 'defrosts',
  number
> &
  Record<'run_s' | 'defrost_s' | 'heater_s' | 'known_s' | 'ambient' | 'ambient_s', number>

/** What a unit did on a day, second after second, from raw registers: nothing of the product's code for daily figures. */
const secondBySecond = (reports: readonly { at_s: number; report: Report }[], from_s: number): Sums => {
  const now: Second = {
    t_in: null,
    t_out: null,
    flow: null,
    hz: null,
    ambient: null,
    states: null,
    outputs: null,
    e_heat: null,
    e_dhw: null,
    starts: null,
    defrosts: null,
  }
  const sums: Sums = {
    heating: 0,
    hot_water: 0,
    cooling: 0,
    electricity_heating: 0,
    electricity_hot_water: 0,
    starts: 0,
    defrosts: 0,
    run_s: 0,
    defrost_s: 0,
    heater_s: 0,
    known_s: 0,
    ambient: 0,
    ambient_s: 0,
  }
  let next = reports.findIndex(({ at_s }) => at_s >= from_s - 3_600)
  let [use, after_defrost, defrost_end] = ['heating' as 'heating' | 'hot_water' | 'cooling', false, 0]
  const read = (key: keyof Second, value: number | null, at: number): void => {
    if (value !== null) now[key] = { value, at }
  }
  const count = (
    key: 'e_heat' | 'e_dhw' | 'starts' | 'defrosts',
    value: number | null,
    at: number,
    add: (rise: number) => void,
  ): void => {
    if (value === null) return
    const before = now[key]
    now[key] = { value, at }
    if (before === null || at < from_s || at >= from_s + DAY_S) return
    if (before.at < from_s && at - before.at > 3_600) return
    // Counters of the demo never fall.
    add(value - before.value)
  }
  let until = 0
  for (let s = from_s - 3_600; s < from_s + DAY_S; s++) {
    for (; next >= 0 && next < reports.length && (reports[next]?.at_s ?? 0) <= s; next++) {
      const { at_s, report } = reports[next] ?? { at_s: 0, report: null }
      if (report === null) break
      const word = (address: number) => wordOf(report, address)
      const wide = (address: number) => {
        const [high, low] = [word(address), word(address + 1)]
        return high === null || low === null ? null : high * 65_536 + low
      }
      const tenth = (address: number, scale: number) => {
        const raw = word(address)
        return raw === null || raw === 32_767 ? null : signed(raw) * scale
      }
      read('t_in', tenth(14, 0.1), at_s)
      read('t_out', tenth(18, 0.1), at_s)
      read('ambient', tenth(17, 0.5), at_s)
      read('flow', word(24), at_s)
      read('hz', word(30), at_s)
      read('states', word(3), at_s)
      read('outputs', word(5), at_s)
      count('e_heat', wide(512), at_s, (rise) => {
        sums.electricity_heating += rise / 10
      })
      count('e_dhw', wide(516), at_s, (rise) => {
        sums.electricity_hot_water += rise / 10
      })
      count('starts', wide(520), at_s, (rise) => {
        sums.starts += rise
      })
      count('defrosts', wide(522), at_s, (rise) => {
        sums.defrosts += rise
      })
      until = reports[next + 1]?.at_s ?? 0
      if (until - at_s > HOLD_S) [until, after_defrost] = [0, false]
    }
    if (s >= until) continue
    const known = (key: keyof Second) =>
      now[key] !== null && (now[key]?.at ?? 0) + HOLD_S >= until ? (now[key]?.value ?? 0) : null
    const [states, outputs, hz] = [known('states'), known('outputs'), known('hz')]
    const defrosting = states !== null && (states & 0x80) !== 0
    const [t_in, t_out, flow] = [known('t_in'), known('t_out'), known('flow')]
    const kw =
      t_in === null || t_out === null || flow === null
        ? null
        : ((flow * 0.01 * 1_000) / 60) * (t_out - t_in) * (4.186 / 60)
    const began = reports[next - 1]?.at_s ?? 0
    if (defrosting) [after_defrost, defrost_end] = [true, until]
    else if (after_defrost && ((kw !== null && kw > 0) || began - defrost_end >= 600)) after_defrost = false
    if (!after_defrost)
      use =
        outputs !== null && (outputs & 0x40) !== 0
          ? 'hot_water'
          : states !== null && (states & 0x20) !== 0
            ? 'cooling'
            : 'heating'
    if (s < from_s) continue
    const heater = outputs !== null && (outputs & 0xa0) !== 0
    if (kw !== null && hz !== null) {
      if (after_defrost) sums[use] += kw / 3_600
      else if (hz > 0 || heater) sums[use] += Math.max(0, use === 'cooling' ? -kw : kw) / 3_600
      if (known('e_heat') !== null) sums.known_s += 1
    }
    if (hz !== null && hz > 0) sums.run_s += 1
    if (defrosting) sums.defrost_s += 1
    if (heater) sums.heater_s += 1
    const ambient = known('ambient')
    if (ambient !== null) [sums.ambient, sums.ambient_s] = [sums.ambient + ambient, sums.ambient_s + 1]
  }
  return sums
}

describe('daily figures of the past of the demo', () => {
  const database = useDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-days-'))
  const clock = createMovedClock(MADE_AT + 10 * DAY_MS)
  let sql: pg.Client

  beforeAll(async () => {
    const plan = planDemo(11, 40)
    const product = readBuiltInProduct()
    await writeBuiltInRoles(database.db)
    await ensureProduct(database.db, product, new Date(MADE_AT))
    const seeding = {
      plan,
      product_key: product.product_key,
      secret_key_hex: SMALL_FLEET_KEY.toString('hex'),
      made_at: MADE_AT,
      days: 5,
      password: 'Warm-Water-26',
    }
    await seedDemo({ db: database.db, clock: systemClock, config: readConfig({}) }, seeding)
    const state = {
      seed: 11,
      count: 40,
      days: 5,
      made_at: MADE_AT,
      backfilled: false,
      past_made: false,
      moved_in: false,
    }
    const file = fleetFileOf(plan, state, {
      url: 'mqtt://localhost:1883',
      secret_key_hex: seeding.secret_key_hex,
      firmware_key: 'none',
    })
    const fleet_file = join(folder, 'fleet.json')
    writeFileSync(fleet_file, JSON.stringify(file))
    sql = new pg.Client(database.connection)
    await sql.connect()
    // Units of both climates and zones.
    const macs = file.units.filter((_, at) => at % Math.floor(file.units.length / UNITS) === 0).slice(0, UNITS)
    await simulateHistory(
      { sql, onProgress: () => {} },
      { fleet_file, bounds_ms: BOUNDS_MS, macs: macs.map(({ did }) => did) },
    )
    const deps = { database, clock, log: pino({ level: 'silent' }), layouts: createLayouts({ database }) }
    await computeDueDays(deps, new AbortController().signal)
  })
  afterAll(async () => {
    await sql.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('leave nothing to be computed', async () => {
    const { rows } = await sql.query('select 1 from device_days_due')
    expect(rows).toEqual([])
  })

  it('agree with the raw registers, second by second, on every unit and day', async () => {
    const { rows: segments } = await sql.query<{
      device_id: number
      day_ms: number
      layout_id: number
      reports: number
      body: Buffer
    }>(
      `select device_id, (extract(epoch from day) * 1000)::float8 as day_ms, layout_id, reports, body from report_chunks order by 1, 2`,
    )
    const reportsOf = Map.groupBy(
      segments.flatMap(({ body, ...head }) =>
        openSegment(body, head)
          .unpack()
          .map(({ at_ms, report }) => ({ device_id: head.device_id, at_s: Math.round(at_ms / 1_000), report })),
      ),
      ({ device_id }) => device_id,
    )
    const { rows: days } = await sql.query<Record<string, number | null> & { from_s: number; zone: string }>(
      `select *, extract(epoch from (day::timestamp at time zone time_zone))::float8 as from_s, time_zone as zone from device_days order by device_id, day`,
    )
    expect(reportsOf.size).toBe(UNITS)
    expect(new Set(days.map(({ zone }) => zone))).toEqual(new Set(['Asia/Shanghai', 'Europe/Berlin', 'Europe/Warsaw']))
    let compared = 0
    for (const day of days) {
      const sums = secondBySecond(reportsOf.get(day.device_id ?? 0) ?? [], day.from_s)
      const close = (value: number) => expect.closeTo(value, 6)
      expect(day, `${day.device_id} from ${day.from_s}`).toMatchObject({
        heat_heating_kwh: close(sums.heating),
        heat_hot_water_kwh: close(sums.hot_water),
        heat_cooling_kwh: close(sums.cooling),
        heat_kwh: close(sums.heating + sums.hot_water + sums.cooling),
        electricity_hot_water_kwh: close(sums.electricity_hot_water),
        electricity_kwh: close(sums.electricity_heating + sums.electricity_hot_water),
        starts: sums.starts,
        defrosts: sums.defrosts,
        run_minutes: close(sums.run_s / 60),
        defrost_minutes: close(sums.defrost_s / 60),
        heater_minutes: close(sums.heater_s / 60),
        quality: close(sums.known_s / DAY_S),
        mean_ambient_c: close(sums.ambient / sums.ambient_s),
        heat_method: 'flow',
        electricity_method: 'meter',
        is_complete: true,
      })
      compared += 1
    }
    expect(compared).toBeGreaterThanOrEqual(UNITS * 4)
  })

  it('are plausible: a COP of a heat pump in most of the whole days', async () => {
    const { rows } = await sql.query<{ cop: number | null; quality: number }>(
      'select cop, quality from device_days where quality > 0.95',
    )
    const cops = rows.flatMap(({ cop }) => cop ?? [])
    expect(cops.length / rows.length).toBeGreaterThan(0.8)
    expect(cops.every((cop) => cop > 1 && cop < 8)).toBe(true)
  })
})
