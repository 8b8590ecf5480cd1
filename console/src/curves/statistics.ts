import { counterRise } from '@heatfleet/contract/counter.ts'
import type { HistorySeries } from '@heatfleet/contract/history/series.ts'

/** Statistics of one curve over the shown period; all null without data. */
type Statistics = {
  min: number | null
  max: number | null
  /** Time-weighted over the known time, so that irregular reporting does not bias it. */
  average: number | null
  last: number | null
  last_at: number | null
}

/** Minimum, maximum (exact, also inside reduced buckets), time-weighted average and last value of a series. */
export const statisticsOf = (series: HistorySeries): Statistics => {
  let min: number | null = null
  let max: number | null = null
  let last: number | null = null
  let last_at: number | null = null
  let area = 0
  let known_ms = 0
  let sum = 0
  let count = 0
  for (const [index, at] of series.t.entries()) {
    const value = series.v[index] ?? null
    if (value === null) continue
    const low = series.min?.[index] ?? value
    const high = series.max?.[index] ?? value
    min = min === null || low < min ? low : min
    max = max === null || high > max ? high : max
    const next = series.t[index + 1]
    // A value holds until the next one, unless a gap follows.
    if (next !== undefined && series.v[index + 1] !== null) {
      area += value * (next - at)
      known_ms += next - at
    }
    sum += value
    count += 1
    last = value
    last_at = at
  }
  const average = known_ms > 0 ? area / known_ms : count > 0 ? sum / count : null
  return { min, max, average, last, last_at }
}

/** Increase of a counter over a series; null = unknown. */
export const rise = (series: HistorySeries): number | null => {
  let before: number | null = null
  let total: number | null = null
  for (const [index, average] of series.v.entries()) {
    if (average === null) continue
    const first: number = series.min?.[index] ?? average
    const end: number = series.max?.[index] ?? average
    if (before === null) total = end - first
    else total = (total ?? 0) + counterRise(end, before)
    before = end
  }
  return total
}

/**
 * Periods in which a state point was set, for bands; a bucket counts when the point was set in any part of it, so none
 * is lost.
 */
export const setPeriods = (
  series: HistorySeries,
  isSet = (value: number) => value > 0,
): [from: number, to: number][] => {
  const periods: [number, number][] = []
  const step = typicalStep(series.t)
  let start: number | null = null
  for (const [index, at] of series.t.entries()) {
    const value = series.v[index] ?? null
    const top = value === null ? null : (series.max?.[index] ?? value)
    const set = top !== null && isSet(top)
    if (set && start === null) start = at
    if (!set && start !== null) {
      periods.push([start, value === null ? Math.min(at, (series.t[index - 1] ?? at) + step) : at])
      start = null
    }
  }
  const end = series.t.at(-1)
  if (start !== null && end !== undefined) periods.push([start, end + step])
  return periods
}

/** Sorts periods and merges those that touch or overlap. */
export const joined = (periods: readonly (readonly [number, number])[]): [from: number, to: number][] => {
  const whole: [number, number][] = []
  for (const [from, to] of periods.toSorted(([one], [other]) => one - other)) {
    const last = whole.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else whole.push([from, to])
  }
  return whole
}

/** Runs of equal values of a state point, for strips; gaps stay open. */
export const runsOf = (series: HistorySeries): { from: number; to: number; value: number }[] => {
  const runs: { from: number; to: number; value: number }[] = []
  const step = typicalStep(series.t)
  for (const [index, at] of series.t.entries()) {
    const average = series.v[index] ?? null
    if (average === null) continue
    const value = series.max?.[index] ?? average
    const next = series.t[index + 1]
    const to = next === undefined || series.v[index + 1] === null ? at + step : next
    const open = runs.at(-1)
    if (open !== undefined && open.value === value && open.to >= at) open.to = to
    else runs.push({ from: at, to, value })
  }
  return runs
}

const typicalStep = (times: readonly number[]): number => {
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  steps.sort((one, other) => one - other)
  return steps[Math.floor(steps.length / 2)] ?? 60_000
}

/**
 * Appends a live value to a series unless it is older or a repeat. A long silence before it becomes a gap. `wrap` = the range of a counter
 * that begins again at its end: the series grows on over it, and the live value with it.
 */
export const withLive = (
  series: HistorySeries,
  live: { value: number; at: number } | undefined,
  wrap: number | null = null,
): HistorySeries => {
  const end = series.t.at(-1)
  if (live === undefined || (end !== undefined && live.at <= end)) return series
  const gap = end !== undefined && live.at - end > GAP_AFTER_STEPS * Math.max(typicalStep(series.t), 60_000)
  const times = gap ? [end + 1, live.at] : [live.at]
  const value = wrap === null ? live.value : grownOn(live.value, wrap, series.max?.at(-1) ?? series.v.at(-1) ?? null)
  const values = gap ? [null, value] : [value]
  return {
    ...series,
    t: [...series.t, ...times],
    v: [...series.v, ...values],
    min: series.min === null ? null : [...series.min, ...values],
    max: series.max === null ? null : [...series.max, ...values],
  }
}

/** The value of a counter that began again, as it continues after the last one drawn. */
const grownOn = (value: number, wrap: number, last: number | null): number => {
  const grown = last === null ? value : value + wrap * Math.max(0, Math.ceil((last - value) / wrap))
  return last === null || grown - last > wrap / 4 ? value : grown
}

/** Number of typical sample intervals after which a silence is a gap. */
const GAP_AFTER_STEPS = 5
