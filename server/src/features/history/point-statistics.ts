import type { PointStatistics } from '@heatfleet/contract/history/statistics.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { rose } from './bucket-figures.ts'
import { distributionOf, medianOf } from './distribution.ts'
import { shortened } from './reduce.ts'
import { createValueDurations } from './value-durations.ts'
import { createValueWeights } from './value-weights.ts'

/** What is to be known of a point: how a number is spread, how much a counter rose, how long a state lasted. */
export type StatisticsKind = PointStatistics['kind']

/** The figures of one point, without its name. */
type FiguresOf<Statistics> = Statistics extends PointStatistics ? Omit<Statistics, 'mac' | 'key'> : never
export type Figures = FiguresOf<PointStatistics>

/** Takes the values of one point in the order of their time. */
export type Tally = {
  add: (at_ms: number, value: number) => void
  /** Nothing is known from here on; ask once. */
  figures: (end_ms: number) => Figures
}

/** Starts the tally of a point that the module is told to read every `period_ms`. */
export const createPointStatistics = (kind: StatisticsKind, period_ms: number): Tally =>
  ({ quantity: tallyQuantity, counter: tallyCounter, state: tallyState })[kind](period_ms)

const tallyQuantity = (period_ms: number): Tally => {
  const weights = createValueWeights()
  let [known_ms, area, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let last = Number.NaN
  const standing = createValueDurations(period_ms, (value, ms) => {
    known_ms += ms
    area += value * ms
    weights.add(value, ms)
  })
  return {
    add: (at_ms, value) => {
      if (value < min) min = value
      if (value > max) max = value
      last = value
      standing.add(at_ms, value)
    },
    figures: (end_ms) => {
      standing.end(end_ms)
      const sorted = weights.sorted()
      const median = medianOf(sorted)
      return {
        kind: 'quantity',
        known_ms,
        last: known(last),
        min: known(min),
        max: known(max),
        average: known_ms > 0 ? shortened(area / known_ms) : known(last),
        median: median === null ? null : shortened(median),
        distribution: distributionOf(sorted),
      }
    },
  }
}

const tallyCounter = (period_ms: number): Tally => {
  let [known_ms, rise] = [0, 0]
  let [first, last] = [Number.NaN, Number.NaN]
  const standing = createValueDurations(period_ms, (_, ms) => {
    known_ms += ms
  })
  return {
    add: (at_ms, value) => {
      rise += rose(value, last)
      if (Number.isNaN(first)) first = value
      last = value
      standing.add(at_ms, value)
    },
    figures: (end_ms) => {
      standing.end(end_ms)
      const is_known = !Number.isNaN(last)
      return {
        kind: 'counter',
        known_ms,
        last: known(last),
        first: known(first),
        rise: is_known ? shortened(rise) : null,
      }
    },
  }
}

const tallyState = (period_ms: number): Tally => {
  const states = new Map<number, { value: number; ms: number; times: number }>()
  let known_ms = 0
  let last = Number.NaN
  const standing = createValueDurations(period_ms, (value, ms) => {
    const state = states.get(value) ?? { value, ms: 0, times: 0 }
    state.ms += ms
    if (value !== last) state.times += 1
    states.set(value, state)
    known_ms += ms
    last = value
  })
  return {
    add: standing.add,
    figures: (end_ms) => {
      standing.end(end_ms)
      const longest = [...states.values()].sort((one, other) => other.ms - one.ms)
      return { kind: 'state', known_ms, last: known(last), states: longest.slice(0, LIMITS.statistics_states_max) }
    },
  }
}

/** A figure, null where nothing was reported. */
const known = (figure: number): number | null => (Number.isFinite(figure) ? shortened(figure) : null)
