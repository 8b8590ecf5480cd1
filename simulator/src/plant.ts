import { buildingStep } from './building.ts'
import { controlStep } from './control-logic.ts'
import { NO_EFFECTS } from './faults.ts'
import { frostStep } from './frost.ts'
import { heatPumpStep } from './heat-pump.ts'
import { drawsOfDay, tankStep } from './hot-water.ts'
import { saturationGrowth } from './moist-air.ts'
import type { Plant } from './plant-parts.ts'
import { protectionStep } from './protection.ts'
import { circuitStep } from './refrigerant.ts'
import { RUN, type State } from './state.ts'
import { HOURS_A_YEAR } from './weather.ts'

/** Longest step the equations are good for, s. */
export const MAX_STEP_S = 30

/** A plant around a state, healthy, with the draws of its first day. */
export function createPlant(
  plant: Omit<Plant, 'draws' | 'effects' | 'ambient_shift_k' | 'planted_faults' | 'planted_flow' | 'planted_trip'>,
): Plant {
  return {
    ...plant,
    ambient_shift_k: 0,
    planted_faults: [],
    planted_flow: 1,
    planted_trip: 0,
    effects: { ...NO_EFFECTS },
    draws: drawsOfDay(plant.seed, 0, plant.params.draws_kwh_day),
  }
}

/** Moves a plant on by `dt_s` (at most MAX_STEP_S): weather, control, machine, frost, building, tank, counters. */
export function step(plant: Plant, dt_s: number): void {
  const { state } = plant
  state.time_s += dt_s
  state.hour = (state.hour + dt_s / 3600) % HOURS_A_YEAR
  weatherStep(plant, dt_s)
  protectionStep(plant, dt_s)
  controlStep(plant, dt_s)
  heatPumpStep(plant, dt_s)
  frostStep(plant, dt_s)
  circuitStep(plant, dt_s)
  buildingStep(plant, dt_s)
  tankStep(plant, dt_s)
  count(state, dt_s)
}

/** Moves a plant on to a moment in steps of at most MAX_STEP_S. */
export function advance(plant: Plant, to_s: number): void {
  const { state } = plant
  while (state.time_s < to_s) step(plant, Math.min(MAX_STEP_S, to_s - state.time_s))
}

function weatherStep({ state, weather, params, ambient_shift_k }: Plant, dt_s: number): void {
  const hour = Math.floor(state.hour)
  const next = hour + 1 < HOURS_A_YEAR ? hour + 1 : 0
  const part = state.hour - hour
  const { t_out_c, humidity, sun_wm2 } = weather
  const now_c = t_out_c[hour] ?? 0
  state.t_amb = now_c + part * ((t_out_c[next] ?? 0) - now_c) + params.climate_shift_k + ambient_shift_k
  const now_kg = humidity[hour] ?? 0
  const station_kg = now_kg + part * ((humidity[next] ?? 0) - now_kg)
  state.humidity = station_kg * saturationGrowth(params.climate_shift_k + ambient_shift_k)
  state.sun_wm2 = sun_wm2[hour] ?? 0
  state.t_amb_slow += ((state.t_amb - state.t_amb_slow) * dt_s) / 21_600
}

/** Energy and hours; the pump and stand-by count as heating unless hot water is made. */
function count(state: State, dt_s: number): void {
  const heater_j = state.heater_w * dt_s
  const tankHeater_j = state.tank_heater_w * dt_s
  state.e_in_heat_j += heater_j
  state.e_out_heat_j += heater_j
  state.e_in_dhw_j += tankHeater_j
  state.e_out_dhw_j += tankHeater_j
  if (state.run === RUN.hot_water) {
    state.e_in_dhw_j += state.p_w * dt_s
    state.e_out_dhw_j += state.q_w * dt_s
  } else {
    state.e_in_heat_j += state.p_w * dt_s
    if (state.run !== RUN.cooling) state.e_out_heat_j += state.q_w * dt_s
  }
  if (state.hz > 0) state.comp_s += dt_s
}
