import { humidityRatio } from './moist-air.ts'
import type { Plant } from './plant-parts.ts'
import { RUN, type State } from './state.ts'

/** Latent heat of melting, J/kg; share of the reverse cycle's heat that reaches the ice; share of moisture that sticks. */
const MELT_J_KG = 334_000
const MELT_SHARE = 0.6
const STICK_SHARE = 0.165
/** So far below 0 C every part of the coil freezes what it condenses; nearer to it water runs off the warmer parts, K. */
const ALL_FREEZING_K = 5
/** Above this outdoor temperature no defrost starts (Kolant H3-H8 defaults, domain 6), C. */
const NO_DEFROST_ABOVE_C = 15
/** The coil must be this cold for a defrost to start: frost on a warmer one thaws by itself, C. */
const COIL_START_C = -2.2
/** A coil blocked so far is defrosted before the set time between two defrosts is over, but not more often than this, s. */
const BLOCKED_SHARE = 1.15
const LEAST_BETWEEN_S = 1_200
/** Heat taken from the water and electricity used while defrosting an 8 kW machine at 70 Hz, W. */
export const DEFROST_HEAT_W = 4000
export const DEFROST_ELECTRIC_W = 1000

/** Frost beyond this share of the limit finds no more room on the coil. */
const MOST_FROST_SHARE = 1.5
/** Frost that a coil above 0 C sheds, kg/s for each K and 8 kW of size. */
const THAW_KG_S_K = 2.5e-5

/** How full of frost the coil is: 1 = the mass at which a defrost is called for. */
export function frostShare(frost_kg: number, limit_kg: number): number {
  return Math.min(MOST_FROST_SHARE, frost_kg / limit_kg)
}

/** A coil that takes heat from air is never nearer to it, and with its frost at full load never further from it, K. */
const COIL_GAP_K = [5, 8.9] as const
/** What frost at the limit adds to the gap at full load, K: it insulates and narrows the way of the air. */
const FROST_GAP_K = 2.5
/** Part of it that is there at any load: frost narrows the way of the air however little heat is taken from it. */
const FROST_LEAST_LOAD = 0.4

/** Temperature of the coil's surface, C: below the air by the exchanger's gap at this load, lower with frost and faults. */
export function coilTemperature(
  t_amb: number,
  coil_k: number,
  load: number,
  frost_share: number,
  fault_k: number,
): number {
  const clean_k = COIL_GAP_K[0] + (coil_k - COIL_GAP_K[0]) * load
  const gap_k = clean_k + FROST_GAP_K * frost_share * (FROST_LEAST_LOAD + (1 - FROST_LEAST_LOAD) * load)
  return t_amb - Math.min(COIL_GAP_K[1], gap_k) - fault_k
}

/** Frost that grows on the coil, kg/s (domain 6 "Frost"). */
export function frostRate(humidity: number, t_coil: number, air_kg_s: number): number {
  if (t_coil >= 0) return 0
  const freezing = Math.min(1, -t_coil / ALL_FREEZING_K)
  return Math.max(0, humidity - humidityRatio(t_coil, 1)) * air_kg_s * STICK_SHARE * freezing
}

/**
 * Frost over `dt_s`. A defrost starts on demand: when the frost (the board sees it as the gap between air and coil) has reached the
 * limit and the machine ran for the set period since the last one; it ends when the ice is gone or after the longest time.
 */
export function frostStep(plant: Plant, dt_s: number): void {
  const { params, settings, state, effects } = plant
  if (state.run === RUN.defrost) {
    melt(plant, dt_s)
    return
  }
  const resting = state.q_w <= 0 || state.run === RUN.idle
  const share = frostShare(state.frost_kg, params.frost_limit_kg)
  const coil = resting ? state.t_amb : coilTemperature(state.t_amb, params.coil_k, state.load, share, effects.te_k)
  if (coil > 0) state.frost_kg = Math.max(0, state.frost_kg - THAW_KG_S_K * params.frost_limit_kg * coil * dt_s)
  if (resting) return
  state.since_defrost_s += dt_s
  if (share < MOST_FROST_SHARE) state.frost_kg += frostRate(state.humidity, coil, params.air_kg_s * effects.air) * dt_s
  const period_s = share >= BLOCKED_SHARE ? LEAST_BETWEEN_S : settings.df_period * 60
  if (share >= 1 && state.since_defrost_s >= period_s && coil <= COIL_START_C && state.t_amb < NO_DEFROST_ABOVE_C)
    begin(state)
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
