import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fetchHotReports, type HotReports, type ReportsDeps, readReports } from '../history/public.ts'
import type { Layout } from '../products/public.ts'
import { MIDNIGHT_GAP_MS } from './counter-rises.ts'
import { type DayColumns, type DayFigures, dayFigures } from './day-figures.ts'
import { type DayPoints, dayPointsOf, type Role } from './day-points.ts'
import type { Day } from './days.ts'
import { heaterFaultMinutes, needsFaults, readFaultTimes } from './fault-heating.ts'

/** Reports before a day whose values hold into it, or from which counters rise. */
const LOOK_BACK_MS = MIDNIGHT_GAP_MS

/** Figures of a day, with what faults explain of its heater; null = not looked at. */
type ReadDay = Day & DayFigures & { heater_fault_minutes: number | null }

/** Figures of days of one device that follow each other, from one read of their reports; of few days their faults too. */
export const readDays = async (
  deps: ReportsDeps,
  { device_id, days, layout }: { device_id: number; days: readonly Day[]; layout: Layout },
): Promise<ReadDay[]> => {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const points = dayPointsOf(layout)
  const now_ms = deps.clock.now()
  const around = { from_ms: first.from_ms - LOOK_BACK_MS, to_ms: last.to_ms + points.plan.silence_ms }
  // Faults of days with a heater are read beside the points of the figures.
  const fetched = await fetchHotReports(deps, { device_id, ...around })
  const columns = await readColumns(deps, points, { device_id, ...around, fetched })
  const days_read: ReadDay[] = []
  for (const day of days) {
    const span = { from_ms: day.from_ms - LOOK_BACK_MS, to_ms: day.to_ms + points.plan.silence_ms }
    const part = cutColumns(columns, span.from_ms, span.to_ms)
    const figures = dayFigures(part, points.plan, { ...day, now_ms })
    const faults = needsFaults(figures) ? await readFaultTimes(deps, layout, { device_id, ...span, fetched }) : null
    const heater_fault_minutes = faults === null ? null : heaterFaultMinutes(part, faults, points.plan, day)
    days_read.push({ ...day, ...figures, heater_fault_minutes })
    await yieldToEventLoop()
  }
  return days_read
}

/** Values of the roles of a product version in a period, in the units of the roles. */
export const readColumns = async (
  deps: ReportsDeps,
  { points }: Pick<DayPoints, 'points'>,
  period: { device_id: number; from_ms: number; to_ms: number; fetched?: HotReports },
): Promise<DayColumns> => {
  const times: Float64Array[] = []
  const parts: Float64Array[][] = points.map(() => [])
  for await (const { at_ms, values } of readReports(deps, {
    ...period,
    keys: points.map(({ key }) => key),
    grows: true,
  })) {
    // A batch is valid until the next one.
    times.push(at_ms.slice())
    for (const [index, column] of values.entries()) parts[index]?.push(column.slice())
  }
  const values: Partial<Record<Role, Float64Array>> = {}
  for (const [index, { role, factor, offset }] of points.entries()) {
    const column = joined(parts[index] ?? [])
    if (factor !== 1 || offset !== 0)
      for (let row = 0; row < column.length; row++) column[row] = (column[row] ?? 0) * factor + offset
    values[role] = column
  }
  return { at_ms: joined(times), values }
}

const joined = (parts: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The reports in [from_ms, to_ms). */
export const cutColumns = ({ at_ms, values }: DayColumns, from_ms: number, to_ms: number): DayColumns => {
  const [start, end] = [firstFrom(at_ms, from_ms), firstFrom(at_ms, to_ms)]
  return {
    at_ms: at_ms.subarray(start, end),
    values: Object.fromEntries(Object.entries(values).map(([role, column]) => [role, column.subarray(start, end)])),
  }
}

const firstFrom = (times: Float64Array, limit_ms: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < limit_ms) low = middle + 1
    else high = middle
  }
  return low
}
