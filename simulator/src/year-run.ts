import { type Building, drawParams } from './params.ts'
import { createPlant, MAX_STEP_S, step } from './plant.ts'
import { seeded, seedOf } from './random.ts'
import { installedSettings } from './settings.ts'
import { settledState } from './state.ts'
import type { WeatherYear } from './weather.ts'

/** What one year of one building comes to; cop and spf are heat over electricity, running_pct a share of all hours. */
export type YearResult = {
  spf: number
  dhw_cop: number
  defrosts: number
  starts_per_running_hour: number
  running_pct: number
  coldest_room_c: number
}

/** Runs one seeded building through a weather year in steps of 30 s. */
export function runYear(seed: number, building: Building, rated_kw: number, weather: WeatherYear): YearResult {
  const params = drawParams(seeded(seedOf(seed, 'params')), building, rated_kw)
  const settings = installedSettings(params)
  const state = settledState(params, settings, weather.t_out_c[0] ?? 0, 0)
  const plant = createPlant({ params, settings, state, weather, seed })
  let coldest_room_c = 99
  for (let left = (8760 * 3600) / MAX_STEP_S; left > 0; left--) {
    step(plant, MAX_STEP_S)
    if (state.t_room < coldest_room_c) coldest_room_c = state.t_room
  }
  const running_h = state.comp_s / 3600
  return {
    spf: (state.e_out_heat_j + state.e_out_dhw_j) / (state.e_in_heat_j + state.e_in_dhw_j),
    dhw_cop: state.e_out_dhw_j / state.e_in_dhw_j,
    defrosts: state.defrosts,
    starts_per_running_hour: state.starts / running_h,
    running_pct: (running_h / 8760) * 100,
    coldest_room_c,
  }
}
