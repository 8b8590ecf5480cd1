import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { type HotReports, type ReportsDeps, readReports } from '../history/public.ts'
import type { Layout } from '../products/public.ts'
import type { DayColumns, DayFigures } from './day-figures.ts'
import type { DayPlan } from './day-points.ts'
import type { Day } from './days.ts'
import { createHeldValues, ROLE } from './held-values.ts'

const MS_PER_MINUTE = 60_000
/** Below this the heater says nothing that a fault would have to explain: faults of other days are not read at all. */
const HEATER_MINUTES_MIN = 30

/** When the board reported a fault and when it no longer did, in order of time; a moment without fault points is left out. */
type FaultTimes = readonly { at_ms: number; is_faulty: boolean }[]

/** Whether faults of a day have to be read to know what its heater did. */
export const needsFaults = ({ heater_minutes, run_minutes }: DayFigures): boolean =>
  heater_minutes !== null && heater_minutes >= HEATER_MINUTES_MIN && run_minutes !== null

/** Faults of a device around a day; null = its product has no fault points. */
export const readFaultTimes = async (
  deps: ReportsDeps,
  layout: Layout,
  period: { device_id: number; from_ms: number; to_ms: number; fetched: HotReports },
): Promise<FaultTimes | null> => {
  const points = layout.points.filter(({ alarm }) => alarm)
  if (points.length === 0) return null
  const newest = new Float64Array(points.length).fill(Number.NaN)
  const times: { at_ms: number; is_faulty: boolean }[] = []
  for await (const { at_ms, values } of readReports(deps, { ...period, keys: points.map(({ key }) => key) }))
    for (const [row, at] of at_ms.entries()) {
      let is_known = false
      for (const [index, column] of values.entries()) {
        const value = column[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        newest[index] = value
        is_known = true
      }
      if (is_known) times.push({ at_ms: at, is_faulty: isFaulty(points, newest) })
    }
  return times
}

const isFaulty = (points: readonly Pick<DataPoint, 'normal'>[], newest: Float64Array): boolean =>
  points.some(({ normal }, index) => {
    const value = newest[index] ?? Number.NaN
    return !Number.isNaN(value) && value !== normal
  })

/**
 * Minutes of a day in which an electric heater was on while the compressor stood still under a fault of the board: the heater does the work
 * of a machine that cannot. Null = the compressor is not known.
 */
export const heaterFaultMinutes = (
  columns: DayColumns,
  faults: FaultTimes,
  plan: DayPlan,
  { from_ms, to_ms }: Pick<Day, 'from_ms' | 'to_ms'>,
): number | null => {
  if (columns.values.comp_hz === undefined) return null
  const { at_ms } = columns
  const held = createHeldValues(columns, plan)
  let [next, is_faulty, total_ms] = [0, false, 0]
  for (let row = 0; row + 1 < at_ms.length; row++) {
    const [at, end] = [at_ms[row] ?? 0, at_ms[row + 1] ?? 0]
    held.take(row, at)
    for (; next < faults.length && (faults[next]?.at_ms ?? 0) <= at; next++)
      is_faulty = faults[next]?.is_faulty ?? false
    const ms = Math.min(end, to_ms) - Math.max(at, from_ms)
    if (ms <= 0 || end - at > plan.silence_ms || !is_faulty) continue
    const is_stopped = held.isKnown(ROLE.comp_hz, end) && !held.isOn(ROLE.comp_hz, end)
    if (is_stopped && (held.isOn(ROLE.aux_heater, end) || held.isOn(ROLE.dhw_heater, end))) total_ms += ms
  }
  return total_ms / MS_PER_MINUTE
}
