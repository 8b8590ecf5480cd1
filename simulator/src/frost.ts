import { humidityRatio } from './moist-air.ts'
import type { Plant } from './plant.ts'
import { RUN, type State } from './state.ts'

/** Latent heat of melting, J/kg; share of the reverse cycle's heat that reaches the ice; share of moisture that sticks. */
const MELT_J_KG = 334_000
const MELT_SHARE = 0.6
const STICK_SHARE = 0.2
/** Above this outdoor temperature no defrost starts (Kolant H3-H8 defaults, domain 6), C. */
const NO_DEFROST_ABOVE_C = 15
/** The coil must have been this cold for a defrost to start, C. */
const COIL_START_C = -3
/** Heat taken from the water and electricity used while defrosting an 8 kW machine at 70 Hz, W. */
export const DEFROST_HEAT_W = 4000
export const DEFROST_ELECTRIC_W = 1000

/** Temperature of the coil's surface, C: below the air by a fixed gap and by the load, lower with frost and faults. */
export function coilTemperature(t_amb: number, load: number, frost_share: number, fault_k: number): number {
  return t_amb - 3 - 5 * load - 1.5 * frost_share * load - fault_k
}

/** Frost that grows on the coil, kg/s (domain 6 "Frost"). */
export function frostRate(humidity: number, t_coil: number, air_kg_s: number): number {
  if (t_coil >= 0) return 0
  return Math.max(0, humidity - humidityRatio(t_coil, 1)) * air_kg_s * STICK_SHARE
}

/**
 * Frost over `dt_s`. A defrost starts when the machine ran for the set period since the last one and the frost mass
 * (the board sees it as the coil-to-air gap) asks for it; it ends when the ice is gone or after the longest time.
 */
export function frostStep(plant: Plant, dt_s: number): void {
  const { params, settings, state, effects } = plant
  if (state.run === RUN.defrost) return melt(plant, dt_s)
  if (state.q_w <= 0 || state.run === RUN.idle) {
    if (state.t_amb > 3) state.frost_kg = Math.max(0, state.frost_kg - 2e-5 * dt_s)
    return
  }
  state.since_defrost_s += dt_s
  const coil = coilTemperature(state.t_amb, state.load, state.frost_kg / params.frost_limit_kg, effects.te_k)
  if (coil < 0) state.frost_kg += frostRate(state.humidity, coil, params.air_kg_s * effects.air) * dt_s
  const period_s = settings.df_period * 60
  const due = state.since_defrost_s >= period_s && state.frost_kg >= (params.frost_limit_kg * settings.df_period) / 45
  if (due && coil <= COIL_START_C && state.t_amb < NO_DEFROST_ABOVE_C) begin(state)
}

function begin(state: State): void {
  state.run_before_defrost = state.run
  state.run = RUN.defrost
  state.defrost_s = 0
  state.defrosts += 1
}

function melt({ params, settings, state }: Plant, dt_s: number): void {
  const size = (params.q_nom_w / 8000) * (settings.df_hz / 70)
  state.frost_kg -= ((DEFROST_HEAT_W * size * MELT_SHARE) / MELT_J_KG) * dt_s
  state.defrost_s += dt_s
  if (state.frost_kg > 0 && state.defrost_s < settings.df_max * 60) return
  state.frost_kg = Math.max(0, state.frost_kg)
  state.since_defrost_s = 0
  state.run = state.run_before_defrost
}
