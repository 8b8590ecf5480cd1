import type { Effects } from './faults.ts'
import type { Params } from './params.ts'
import type { Settings } from './settings.ts'
import type { State } from './state.ts'
import type { WeatherYear } from './weather.ts'

/** One installation: building, machine and weather. `step` (plant.ts) changes `state` only; the same inputs give the same year. */
export type Plant = {
  params: Params
  settings: Settings
  state: State
  effects: Effects
  weather: WeatherYear
  seed: number
  /** Warmer (colder) than the weather by so many K: a planted cold wave. */
  ambient_shift_k: number
  /** Fault points that read a fault because it was planted. */
  planted_faults: readonly string[]
  /** Share of the water flow that is left: planted low flow. */
  planted_flow: number
  /** The planted fault that stops the machine, 0 = none. */
  planted_trip: number
  /** Draws of hot water of the present day: second of the day and energy in J, twice as long as there are draws. */
  draws: Float64Array
}
