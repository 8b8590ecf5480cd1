import { counterRise } from '@heatfleet/contract/counter.ts'
import type { Use } from '@heatfleet/contract/device-days/device-days.ts'
import type { DayColumns, DaySpan, Parts } from './day-figures.ts'
import type { Role } from './day-points.ts'

const COUNTERS = [
  'e_elec',
  'e_elec_dhw',
  'e_heat',
  'e_heat_dhw',
  'starts',
  'defrosts',
] as const satisfies readonly Role[]
type CounterRole = (typeof COUNTERS)[number]

/** What rose across midnight belongs to the day of the later value, unless there was nothing for longer than this. */
export const MIDNIGHT_GAP_MS = 3_600_000

/** How much counters rose within a day, by what the compressor ran for since the value before. */
type Counters = {
  take: (row: number, at_ms: number) => void
  /** The compressor ran for a use. */
  weigh: (use: Use, ms: number) => void
  /** How often something was counted, whole; null = not known. */
  count: (role: 'starts' | 'defrosts') => number | null
  /** Energy by use from a counter of everything, or of everything but hot water where that has a counter of its own. */
  energy: (role: CounterRole, hot_water: CounterRole, has_use: Readonly<Record<Use, boolean>>) => Parts
}

type CounterState = {
  role: CounterRole
  column: Float64Array
  before: number
  before_ms: number
  weights: Record<Use, number>
  rises: Record<Use, number>
  /** Of all uses, in one sum: shares of it add up to a little less or more than a whole number. */
  risen: number
  is_known: boolean
}

export const createCounters = ({ values }: DayColumns, { from_ms, to_ms }: DaySpan): Counters => {
  const none = () => ({ heating: 0, hot_water: 0, cooling: 0 })
  const states: CounterState[] = COUNTERS.flatMap((role) => {
    const column = values[role]
    if (column === undefined) return []
    return [
      { role, column, before: Number.NaN, before_ms: 0, weights: none(), rises: none(), risen: 0, is_known: false },
    ]
  })
  const byRole = new Map(states.map((state) => [state.role, state]))
  const isOfDay = (at_ms: number, before_ms: number): boolean =>
    at_ms >= from_ms && at_ms < to_ms && (before_ms >= from_ms || at_ms - before_ms <= MIDNIGHT_GAP_MS)
  return {
    take: (row, at_ms) => {
      for (let index = 0; index < states.length; index++) {
        const state = states[index]
        const value = state?.column[row] ?? Number.NaN
        if (state === undefined || Number.isNaN(value)) continue
        if (!Number.isNaN(state.before) && isOfDay(at_ms, state.before_ms)) {
          const rise = counterRise(value, state.before)
          addRise(state, rise, byRole.has(`${state.role}_dhw` as CounterRole)) // absent keys find nothing
          state.risen += rise
          state.is_known = true
        }
        state.before = value
        state.before_ms = at_ms
        state.weights = none()
      }
    },
    weigh: (use, ms) => {
      for (const { weights } of states) weights[use] += ms
    },
    count: (role) => {
      const state = byRole.get(role)
      // A product's formula may scale the register.
      return state?.is_known === true ? Math.round(state.risen) : null
    },
    energy: (role, hot_water, has_use) => {
      const all = byRole.get(role)
      const own = byRole.get(hot_water)
      const part = (use: Use): number | null => (all?.is_known === true && has_use[use] ? all.rises[use] : null)
      const of_hot_water = own === undefined ? part('hot_water') : own.is_known ? own.risen : null
      return { heating: part('heating'), hot_water: of_hot_water, cooling: part('cooling') }
    },
  }
}

/** Shares what a counter rose by among the uses; a rise without a running compressor is stand-by, which counts as heating. */
const addRise = ({ weights, rises }: CounterState, rise: number, has_hot_water_counter: boolean): void => {
  const hot_water = has_hot_water_counter ? 0 : weights.hot_water
  const all = weights.heating + weights.cooling + hot_water
  if (all === 0) {
    rises.heating += rise
    return
  }
  rises.heating += (rise * weights.heating) / all
  rises.cooling += (rise * weights.cooling) / all
  rises.hot_water += (rise * hot_water) / all
}
