import type { PointStatistics } from '@heatfleet/contract/history/statistics.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { increaseOf } from './bucket-figures.ts'
import { distributionOf, medianOf } from './distribution.ts'
import { roundedFigure } from './reduce.ts'
import { createSamplingInterval, GAP_FACTOR } from './sampling-interval.ts'
import { createValueWeights } from './value-weights.ts'

/** quantity: distribution; counter: increase; state: durations. */
export type StatisticsKind = PointStatistics['kind']

/** Statistics of one point without its key. */
type WithoutKey<Statistics> = Statistics extends PointStatistics ? Omit<Statistics, 'mac' | 'key'> : never
type Figures = WithoutKey<PointStatistics>

/** Accumulates the values of one point, added in time order. */
type StatisticsAccumulator = {
  add: (at_ms: number, value: number) => void
  /** The result up to `end_ms`; to be called once. */
  figures: (end_ms: number) => Figures
}

/** `period_ms` = polling period of the point. */
export const createPointStatistics = (kind: StatisticsKind, period_ms: number): StatisticsAccumulator =>
  ({ quantity: accumulateQuantity, counter: accumulateCounter, state: accumulateState })[kind](period_ms)

const accumulateQuantity = (period_ms: number): StatisticsAccumulator => {
  const weights = createValueWeights()
  let [known_ms, area, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let last = Number.NaN
  const durations = createValueDurations(period_ms, (value, ms) => {
    known_ms += ms
    area += value * ms
    weights.add(value, ms)
  })
  return {
    add: (at_ms, value) => {
      if (value < min) min = value
      if (value > max) max = value
      last = value
      durations.add(at_ms, value)
    },
    figures: (end_ms) => {
      durations.end(end_ms)
      const sorted = weights.sorted()
      const median = medianOf(sorted)
      return {
        kind: 'quantity',
        known_ms,
        last: finiteOrNull(last),
        min: finiteOrNull(min),
        max: finiteOrNull(max),
        average: known_ms > 0 ? roundedFigure(area / known_ms) : finiteOrNull(last),
        median: median === null ? null : roundedFigure(median),
        distribution: distributionOf(sorted),
      }
    },
  }
}

const accumulateCounter = (period_ms: number): StatisticsAccumulator => {
  let [known_ms, rise] = [0, 0]
  let [first, last] = [Number.NaN, Number.NaN]
  const durations = createValueDurations(period_ms, (_, ms) => {
    known_ms += ms
  })
  return {
    add: (at_ms, value) => {
      rise += increaseOf(value, last)
      if (Number.isNaN(first)) first = value
      last = value
      durations.add(at_ms, value)
    },
    figures: (end_ms) => {
      durations.end(end_ms)
      const has_values = !Number.isNaN(last)
      return {
        kind: 'counter',
        known_ms,
        last: finiteOrNull(last),
        first: finiteOrNull(first),
        rise: has_values ? roundedFigure(rise) : null,
      }
    },
  }
}

const accumulateState = (period_ms: number): StatisticsAccumulator => {
  const states = new Map<number, { value: number; ms: number; times: number }>()
  let known_ms = 0
  let last = Number.NaN
  const durations = createValueDurations(period_ms, (value, ms) => {
    const state = states.get(value) ?? { value, ms: 0, times: 0 }
    state.ms += ms
    if (value !== last) state.times += 1
    states.set(value, state)
    known_ms += ms
    last = value
  })
  return {
    add: durations.add,
    figures: (end_ms) => {
      durations.end(end_ms)
      const longest = [...states.values()].sort((one, other) => other.ms - one.ms)
      return {
        kind: 'state',
        known_ms,
        last: finiteOrNull(last),
        states: longest.slice(0, LIMITS.statistics_states_max),
      }
    },
  }
}

/** null when nothing was reported. */
const finiteOrNull = (figure: number): number | null => (Number.isFinite(figure) ? roundedFigure(figure) : null)

/** Accumulates how long each value is held; values come in time order. */
type ValueDurations = {
  /** Of several values with one timestamp the last is held. */
  add: (at_ms: number, value: number) => void
  /** Ends the series; the last value is held until here at most. */
  end: (at_ms: number) => void
}

/**
 * Reports how long each value is held: until the next one, at most {@link GAP_FACTOR} expected intervals. `period_ms` =
 * polling period of the point.
 */
const createValueDurations = (
  period_ms: number,
  onDuration: (value: number, duration_ms: number) => void,
): ValueDurations => {
  const interval = createSamplingInterval()
  let last_at = Number.NEGATIVE_INFINITY
  let last_value = Number.NaN
  const end = (at_ms: number): void => {
    if (last_at === Number.NEGATIVE_INFINITY) return
    const pause_ms = at_ms - last_at
    // The median is computed for long pauses only: most values come in time.
    const is_long = pause_ms > GAP_FACTOR * period_ms
    const duration_ms = is_long ? Math.min(pause_ms, GAP_FACTOR * Math.max(period_ms, interval.recent())) : pause_ms
    onDuration(last_value, Math.max(0, duration_ms))
  }
  return {
    add: (at_ms, value) => {
      if (at_ms < last_at) return
      if (at_ms > last_at) {
        end(at_ms)
        if (last_at !== Number.NEGATIVE_INFINITY) interval.add(at_ms - last_at)
      }
      last_at = at_ms
      last_value = value
    },
    end,
  }
}
