import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { cpuOf } from './processes.ts'
import { type Place, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome } from './result.ts'
import { COMPACT_AT_ONCE, copySegments, storeHistory } from './stored-history.ts'

type DaysSize = {
  /** Units with a report a minute. */
  units: number
  days: number
}

const DAY_MS = 86_400_000
const COMPUTED_MAX_MS = 60 * 60_000
/** Units whose reports are stored and compacted one by one; the others have the segments of one of them: compaction is not measured. */
const UNITS_STORED = 20
const ALL_UNITS = 100_000
const ALL_MINUTES_MAX = 10
/** The task works 55 s of each minute (server/src/features/device-days/tasks.ts). */
const TURN_SHARE = 55 / 60
/** A day that lasts is computed once an hour, and once when it is over: half a day of reports on average, and a whole one. */
const COMPUTATIONS_A_DAY = 24 * 0.5 + 1
const CORE_PERCENT_MAX = 1
const FEW_UNITS = 1_000

/**
 * Daily figures of units from compacted reports, one a minute. The product computes them by its background task; what is measured is the
 * time between the first and the last computed day, and the processor time of its process and its database. Fewer than 100,000 units
 * are scaled up, the pauses between turns included.
 */
export const measureDays = async (size: DaysSize, place: Place, say: (line: string) => void) => {
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const { reports } = await withProduct(place, COMPACT_AT_ONCE, async ({ client }) => {
    await generateFleet(client, Math.max(size.units, 100))
    const own = Math.min(size.units, UNITS_STORED)
    const { reports } = await storeHistory(client, own, to_ms - size.days * DAY_MS, to_ms)
    await copySegments(client, own, size.units)
    say(`${reports} reports stored and compacted, their segments given to ${size.units} units`)
    return { reports: (reports / own) * size.units }
  })
  return withProduct(place, {}, async ({ client, pid, postmaster_pid }) => {
    const cpu = () => ({ product: cpuOf(pid, [postmaster_pid]) / 1_000, database: cpuOf(postmaster_pid) / 1_000 })
    await untilComputed(client, 0)
    // What is computed then is the filled days alone.
    await client.query('update device_status set last_arrival_at = null')
    await client.query('delete from device_days')
    const before_ms = cpu()
    await client.query(
      `insert into fills_due (name, after_id) values ('device_days', 0) on conflict (name) do update set after_id = 0`,
    )
    await untilComputed(client, 1)
    const after_ms = cpu()
    const { rows } = await client.query<{ n: number; seconds: number }>(
      `select count(*)::int as n, extract(epoch from max(computed_at) - min(computed_at))::float8 as seconds from device_days`,
    )
    const { n: computed = 0, seconds = 0 } = rows[0] ?? {}
    if (computed < size.units * size.days) throw new Error(`${computed} days of ${size.units} units were computed`)
    // A UTC day lies in two days of the units' zone: both are computed from one read.
    const unit_days = size.units * size.days
    const wall_ms_a_day = (seconds * 1_000) / unit_days
    const product_ms_a_day = (after_ms.product - before_ms.product) / unit_days
    const database_ms_a_day = (after_ms.database - before_ms.database) / unit_days
    const cpu_ms_a_day = product_ms_a_day + database_ms_a_day
    const minutes_of_all = (wall_ms_a_day * ALL_UNITS) / 60_000 / (size.units >= ALL_UNITS ? 1 : TURN_SHARE)
    const core_percent = ((cpu_ms_a_day * COMPUTATIONS_A_DAY * FEW_UNITS) / DAY_MS) * 100
    return {
      workload: 'days',
      ...size,
      reports,
      machine: await describeMachine(client),
      computed,
      seconds: Math.round(seconds * 10) / 10,
      wall_ms_a_day: Math.round(wall_ms_a_day * 100) / 100,
      product_cpu_ms_a_day: Math.round(product_ms_a_day * 100) / 100,
      database_cpu_ms_a_day: Math.round(database_ms_a_day * 100) / 100,
      scaled_up_from_units: size.units,
      outcomes: [
        atMost(`minutes for a day of ${ALL_UNITS} units`, minutes_of_all, ALL_MINUTES_MAX),
        atMost(`% of a core for ${FEW_UNITS} units`, core_percent, CORE_PERCENT_MAX),
      ] satisfies Outcome[],
    }
  })
}

/** Waits until nothing is due and so many days are there. */
const untilComputed = async (client: pg.Client, days: number): Promise<void> => {
  for (let waited_ms = 0; waited_ms < COMPUTED_MAX_MS; waited_ms += 1_000) {
    const { rows } = await client.query<{ computed: number; due: number }>(
      `select (select count(*)::int from device_days) as computed,
        (select count(*)::int from device_days_due) + (select count(*)::int from fills_due where name = 'device_days') as due`,
    )
    const { computed = 0, due = 1 } = rows[0] ?? {}
    if (due === 0 && computed >= days) return
    await pause(1_000)
  }
  throw new Error('daily figures were not computed in time')
}
