import { EVERYTHING } from '../../platform/scope.ts'
import { connectionsOf } from '../device-log/public.ts'
import { zoneAt } from '../devices/public.ts'
import type { ReportsDeps } from '../history/public.ts'
import { type Day, nextDay, zoneDays } from './days.ts'
import { readDays } from './read-days.ts'
import { type DayUnit, type DevicePeriod, listConnections, listDayUnits, listRaised, listVersions } from './store.ts'
import { type DayRow, deleteDays, upsertDays } from './store-computed.ts'

/** A day is over some time after its end: the last values count until the first report of the next. */
const SETTLE_MS = 30 * 60_000

/** The time zone of a unit. */
export const zoneOf = ({ country, lon }: DayUnit): string => zoneAt(country, lon)

/** Days of a unit to compute, by date, in its zone. */
export type WantedDays = { unit: DayUnit; days: readonly string[] }

/** Computes days of units; those without any report are left out. */
export const computeDays = async (deps: ReportsDeps, wanted: readonly WantedDays[]): Promise<DayRow[]> => {
  const tasks = wanted.flatMap(({ unit, days }) => {
    const time_zone = zoneOf(unit)
    const spans = [...new Set(days)].toSorted().map((day) => zoneDays(time_zone).of(day))
    const [first, last] = [spans[0], spans.at(-1)]
    if (first === undefined || last === undefined) return []
    const period = { device_id: unit.device_id, from_ms: first.from_ms, to_ms: last.to_ms }
    return [{ unit, time_zone, spans, period }]
  })
  const facts = await readFacts(
    deps,
    tasks.map(({ period }) => period),
  )
  return concurrently(tasks, async ({ unit, time_zone, spans }) => {
    const rows: DayRow[] = []
    const of_unit = facts(unit.device_id)
    for (const { layout_id, days } of runsOf(spans, (day) => of_unit.versionOf(day) ?? unit.layout_id)) {
      const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
      if (layout === null) continue
      for (const { from_ms, to_ms, day, ...figures } of await readDays(deps, {
        device_id: unit.device_id,
        days,
        layout,
      })) {
        if (figures.reports === 0) continue
        const now_ms = deps.clock.now()
        rows.push({
          device_id: unit.device_id,
          day,
          time_zone,
          product_key: layout.product_key,
          layout_id,
          is_complete: now_ms >= to_ms + SETTLE_MS,
          computed_at: new Date(now_ms),
          ...figures,
          ...of_unit.countsOf({ from_ms, to_ms: Math.min(to_ms, Math.max(now_ms, from_ms)) }),
        })
      }
    }
    return rows
  })
}

/** Units at a time: the database reads the reports of one while those of another are decoded. */
const UNITS_AT_ONCE = 2

const concurrently = async <Task>(
  tasks: readonly Task[],
  compute: (task: Task) => Promise<DayRow[]>,
): Promise<DayRow[]> => {
  const queue = [...tasks]
  const rows: DayRow[] = []
  const work = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) rows.push(...(await compute(task)))
  }
  await Promise.all(Array.from({ length: UNITS_AT_ONCE }, work))
  return rows
}

/** Computes and stores days of units. */
export const computeAndStore = async (deps: ReportsDeps, wanted: readonly WantedDays[]): Promise<number> => {
  const rows = await computeDays(deps, wanted)
  const found = new Set(rows.map(({ device_id, day }) => `${device_id} ${day}`))
  const empty = wanted.flatMap(({ unit: { device_id }, days }) =>
    days.filter((day) => !found.has(`${device_id} ${day}`)).map((day) => ({ device_id, day })),
  )
  await upsertDays(deps.database.db, rows)
  await deleteDays(deps.database.db, empty)
  return rows.length
}

/** The units of these numbers, whoever has them: work of the system. */
export const unitsByNumber = async (deps: ReportsDeps, device_ids: readonly number[]): Promise<Map<number, DayUnit>> =>
  new Map((await listDayUnits(deps.database.db, EVERYTHING, device_ids)).map((unit) => [unit.device_id, unit]))

/** What is known of the periods beside reports. */
const readFacts = async ({ database: { db } }: ReportsDeps, periods: readonly DevicePeriod[]) => {
  if (periods.length === 0)
    return () => ({ versionOf: () => null, countsOf: () => ({ online_share: null, alarms_raised: 0 }) })
  const [versions, connections, raised] = await Promise.all([
    listVersions(db, periods),
    listConnections(db, periods),
    listRaised(db, periods),
  ])
  const versionsOf = Map.groupBy(versions, ({ device_id }) => device_id)
  const connectionsByUnit = Map.groupBy(connections, ({ device_id }) => device_id)
  const raisedOf = Map.groupBy(raised, ({ device_id }) => device_id)
  return (device_id: number) => {
    const own = versionsOf.get(device_id) ?? []
    const byDay = new Map(own.map(({ day, layout_id }) => [day, layout_id]))
    const events = connectionsByUnit.get(device_id) ?? []
    return {
      versionOf: ({ from_ms, to_ms }: Day): number | null =>
        [(from_ms + to_ms) / 2, to_ms - 1, from_ms]
          .map((at_ms) => byDay.get(dateOf(at_ms)))
          .find((one) => one !== undefined) ??
        byDay.get(null) ??
        null,
      countsOf: (span: { from_ms: number; to_ms: number }) => ({
        online_share: connectionsOf(
          events.filter(({ at_ms }) => at_ms < span.to_ms),
          span,
        ).online_share,
        alarms_raised: (raisedOf.get(device_id) ?? []).filter(
          ({ at_ms }) => at_ms >= span.from_ms && at_ms < span.to_ms,
        ).length,
      }),
    }
  }
}

const dateOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)

/** Days of one read: some megabytes of columns. */
const DAYS_AT_ONCE = 28

/** Days that follow each other under one product version. */
const runsOf = (days: readonly Day[], versionOf: (day: Day) => number | null) => {
  const runs: { layout_id: number | null; days: Day[] }[] = []
  for (const day of days) {
    const layout_id = versionOf(day)
    const run = runs.at(-1)
    const before = run?.days.at(-1)
    const follows = before !== undefined && nextDay(before.day) === day.day
    if (run !== undefined && follows && run.layout_id === layout_id && run.days.length < DAYS_AT_ONCE)
      run.days.push(day)
    else runs.push({ layout_id, days: [day] })
  }
  return runs
}
