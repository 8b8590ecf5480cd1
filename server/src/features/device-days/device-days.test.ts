import { api } from '@heatfleet/contract/api.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../../test/compaction-fixture.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import { createLayouts } from '../products/public.ts'
import { computeDueDays } from './tasks.ts'

const { database, fleet, as } = useFleetConsole()
const fixture = compactionFixture(database)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Midnight of the units, which stand in China. */
const DAY = Date.parse('2026-11-20T00:00:00+08:00')
const clock = createMovedClock(DAY + 12 * HOUR)
const log = pino({ level: 'silent' })
const unit = () => {
  const [, second] = fleet.devices
  if (second === undefined) throw new Error('the fleet has six units')
  return second
}

/** Heats with 30 L/min and 4 K: flow, return, flow in 0.01 m³/h, compressor. */
const WORDS = { 0: 0, 14: 310, 18: 350, 24: 180, 30: 50 }
const POWER_KW = (30 * 4 * 4.186) / 60

let seq = 0
const report = async (at_ms: number, words: Record<number, number> = WORDS): Promise<void> => {
  await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
  await fixture.store(unit().device_id, at_ms, numbered(reportBytes(at_ms, words), ++seq), fleet.layout_id)
  await database.pool.query(
    `insert into device_status (device_id, last_arrival_at) values ($1, $2) on conflict (device_id) do update set last_arrival_at = $2`,
    [unit().device_id, new Date(clock.now())],
  )
}
const turn = async (): Promise<number> => {
  const deps = { database, clock, log, layouts: createLayouts({ database }) }
  return computeDueDays(deps, new AbortController().signal)
}
const stored = async () => {
  const { rows } = await database.pool.query<{ day: string; heat_kwh: number; is_complete: boolean; reports: number }>(
    'select day::text, heat_kwh, is_complete, reports from device_days order by day',
  )
  return rows
}

describe('the background task', () => {
  beforeAll(async () => {
    for (let minute = 0; minute <= 60; minute += 10) await report(DAY + 10 * HOUR + minute * MINUTE)
  })

  it('computes the day that lasts, once an hour', async () => {
    expect(await turn()).toBe(1)
    expect(await stored()).toEqual([
      { day: '2026-11-20', heat_kwh: expect.closeTo(POWER_KW, 6), is_complete: false, reports: 7 },
    ])
    clock.move(30 * MINUTE)
    await report(DAY + 11 * HOUR + 10 * MINUTE)
    expect(await turn()).toBe(0)
    clock.move(31 * MINUTE)
    expect(await turn()).toBe(1)
    expect((await stored())[0]?.reports).toBe(8)
  })

  it('computes again what was computed before the clock was set back, once', async () => {
    await database.pool.query('update device_days set computed_at = $1 where not is_complete', [
      new Date(clock.now() + HOUR),
    ])
    expect([await turn(), await turn()]).toEqual([1, 0])
  })

  it('leaves a unit alone for an hour whose clock is a day behind, whatever it sends', async () => {
    const [first] = fleet.devices
    const device_id = first?.device_id ?? 0
    const behind = DAY - 6 * HOUR
    await ensurePartitions(database.pool, [partitionOf(behind, 'day')])
    await fixture.store(device_id, behind, numbered(reportBytes(behind, WORDS), ++seq), fleet.layout_id)
    await database.pool.query(
      `insert into device_status (device_id, last_arrival_at) values ($1, $2)
      on conflict (device_id) do update set last_arrival_at = $2`,
      [device_id, new Date(clock.now())],
    )
    expect(await turn()).toBe(1)
    clock.move(MINUTE)
    await database.pool.query('update device_status set last_arrival_at = $2 where device_id = $1', [
      device_id,
      new Date(clock.now()),
    ])
    expect(await turn()).toBe(0)
    await database.pool.query(
      'delete from report_hot where device_id = $1; delete from device_days where device_id = $1'.replaceAll(
        '$1',
        String(device_id),
      ),
    )
    await database.pool.query('update device_status set last_arrival_at = null where device_id = $1', [device_id])
  })

  it('closes it after its end and opens the next', async () => {
    await report(DAY + 23 * HOUR + 55 * MINUTE)
    await report(DAY + 24 * HOUR + 5 * MINUTE)
    clock.set(DAY + 25 * HOUR)
    expect(await turn()).toBe(2)
    expect(await stored()).toEqual([
      { day: '2026-11-20', heat_kwh: expect.closeTo((POWER_KW * 75) / 60, 6), is_complete: true, reports: 9 },
      { day: '2026-11-21', heat_kwh: expect.closeTo((POWER_KW * 5) / 60, 6), is_complete: false, reports: 1 },
    ])
  })

  it('computes a day anew whose reports came late, when they are compacted', async () => {
    for (const minute of [0, 10, 20]) await report(DAY + 3 * HOUR + minute * MINUTE)
    clock.set(DAY + 34 * HOUR)
    const sql = await database.pool.connect()
    try {
      await compactDuePartitions({ sql, clock, log, compact_after_ms: HOUR })
    } finally {
      sql.release(true)
    }
    expect((await database.pool.query('select day::text from device_days_due order by 1')).rows.length).toBeGreaterThan(
      0,
    )
    await turn()
    expect((await stored())[0]).toMatchObject({ reports: 12, heat_kwh: expect.closeTo((POWER_KW * 95) / 60, 6) })
    expect((await database.pool.query('select 1 from device_days_due')).rows).toEqual([])
    expect(await turn()).toBe(0)
  })

  it('marks the segments of an older version, range after range', async () => {
    await database.pool.query(
      `delete from device_days; insert into fills_due (name, after_id) values ('device_days', 0)`,
    )
    await database.pool.query('update device_status set last_arrival_at = null')
    await turn()
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
    expect((await database.pool.query(`select 1 from fills_due where name = 'device_days'`)).rows).toEqual([])
  })
})

describe('the days of a unit', () => {
  const PERIOD = { from: '2026-11-01', to: '2026-11-30' }

  it('are told with totals by month, in the zone of the unit', async () => {
    const call = await as('city_a1')
    const { time_zone, days, months, total } = await call(api.deviceDays, { body: { mac: unit().mac, ...PERIOD } })
    expect(time_zone).toBe('Asia/Shanghai')
    expect(days.map(({ day, reports, heat_method }) => [day, reports, heat_method])).toEqual([
      ['2026-11-20', 12, 'flow'],
      ['2026-11-21', 1, 'flow'],
    ])
    expect(months).toEqual([{ month: '2026-11', ...total }])
    expect(total).toMatchObject({
      days: 2,
      good_days: 0,
      cop: null,
      heat_kwh: expect.closeTo((POWER_KW * 100) / 60, 6),
    })
  })

  it('are none outside the period, and none of a unit outside the scope', async () => {
    const before = { from: '2026-10-01', to: '2026-10-31' }
    expect((await (await as('admin'))(api.deviceDays, { body: { mac: unit().mac, ...before } })).days).toEqual([])
    expect(await codeOf((await as('province_b'))(api.deviceDays, { body: { mac: unit().mac, ...PERIOD } }))).toBe(
      'device_not_found',
    )
  })

  it.each([
    ['an end before the beginning', { from: '2026-11-02', to: '2026-11-01' }, 'invalid_input to'],
    ['more than the longest period', { from: '2024-11-02', to: '2026-11-01' }, 'invalid_input from'],
  ])('refuse %s', async (_, period, refusal) => {
    const call = await as('admin')
    expect(await refusalOf(call(api.deviceDays, { body: { mac: unit().mac, ...period } }))).toBe(refusal)
  })
})
