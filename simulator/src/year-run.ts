import { emitterHeat, valveOpening } from './building.ts'
import { humidityRatio } from './moist-air.ts'
import { type Building, drawParams } from './params.ts'
import { createPlant, MAX_STEP_S, step } from './plant.ts'
import type { Plant } from './plant-parts.ts'
import { seeded, seedOf } from './random.ts'
import { installedSettings } from './settings.ts'
import { RUN, settledState } from './state.ts'
import { type Climate, DESIGN_OUT_C, readWeather } from './weather.ts'
import { createLooks, figuresOf, lookAt } from './year-looks.ts'

/** What one year of one building comes to; cop and spf are heat over electricity, shares in %. */
export type YearResult = {
  spf: number
  dhw_cop: number
  dhw_share_pct: number
  defrosts: number
  /** Of the time spent in defrosts: outdoors between -4 and +4 C. */
  defrost_near_zero_pct: number
  /** Hours at the place between 0 and 6 C above 80 % of relative humidity. */
  damp_h: number
  /** Of the time spent in defrosts: outdoors below -4 C. */
  defrost_cold_pct: number
  /** Of the running time: more frost than the limit, and no defrost. */
  frosted_pct: number
  starts_per_running_hour: number
  running_pct: number
  /** Mean flow temperature while running, C; the same less the outdoor temperature, weighted by heat, K. */
  flow_c: number
  lift_k: number
  heat_per_kw: number
  /** Heat that the counters have and neither emitters, tank, draws nor water took, parts of the whole. */
  heat_residue: number
  /** Electricity that the counters have and nobody used, parts of the whole. */
  electricity_residue: number
  /** The highest share of Carnot, between outdoor air and flow, of a settled run. */
  carnot_pct: number
  coldest_room_c: number
  hottest_room_c: number
  /** Coil below the air: the least of all settled runs, least and most at full speed, K. */
  coil_least_k: number
  coil_full_least_k: number
  coil_full_most_k: number
  /** Superheat of settled runs, K: least, most and standard deviation. */
  superheat_least_k: number
  superheat_most_k: number
  superheat_sd_k: number
  /** Steps with a running compressor whose suction was above its discharge, in temperature or pressure. */
  crossed_steps: number
}

/** A run counts as settled after so long, s: it has left the pull-down behind. */
const SETTLED_S = 300
/** Carnot between air and flow says nothing of a machine whose lift is hardly there, K. */
const LEAST_LIFT_K = 10

/** Runs one seeded building through a weather year in steps of 30 s. */
export function runYear(seed: number, building: Building, rated_kw: number, climate: Climate): YearResult {
  const weather = readWeather(climate)
  const params = drawParams(seeded(seedOf(seed, 'params')), building, rated_kw, DESIGN_OUT_C[climate])
  const settings = installedSettings(params)
  const state = settledState(params, settings, weather.t_out_c[0] ?? 0, 0)
  const plant = createPlant({ params, settings, state, weather, seed })
  const water_j = (): number => state.t_water * params.water_jk + state.t_tank * params.tank_jk
  const first_j = water_j()
  const sum = {
    taken_j: 0,
    used_j: 0,
    cooled_j: 0,
    defrost_s: 0,
    near_zero_s: 0,
    cold_s: 0,
    damp_s: 0,
    run_s: 0,
    frosted_s: 0,
    flow_cs: 0,
  }
  const looks = createLooks()
  let [heat_j, lift_kj, carnot_pct, coldest_room_c, hottest_room_c] = [0, 0, 0, 99, -99]
  for (let left = (8760 * 3600) / MAX_STEP_S; left > 0; left--) {
    const before = { t_water: state.t_water, t_room: state.t_room, t_tank: state.t_tank }
    step(plant, MAX_STEP_S)
    lookAt(looks, plant)
    if (state.t_amb >= 0 && state.t_amb <= 6 && state.humidity > humidityRatio(state.t_amb, 0.8))
      sum.damp_s += MAX_STEP_S
    sum.taken_j += takenFromWater(plant, before) * MAX_STEP_S
    sum.used_j += (state.p_w + state.heater_w + state.tank_heater_w) * MAX_STEP_S
    if (state.run === RUN.cooling) sum.cooled_j += state.q_w * MAX_STEP_S
    coldest_room_c = Math.min(coldest_room_c, state.t_room)
    hottest_room_c = Math.max(hottest_room_c, state.t_room)
    if (state.run === RUN.defrost) {
      sum.defrost_s += MAX_STEP_S
      if (Math.abs(state.t_amb) <= 4) sum.near_zero_s += MAX_STEP_S
      else if (state.t_amb < 0) sum.cold_s += MAX_STEP_S
    } else if (state.run === RUN.heating || state.run === RUN.hot_water) {
      sum.run_s += MAX_STEP_S
      sum.flow_cs += state.t_flow * MAX_STEP_S
      if (state.frost_kg > params.frost_limit_kg) sum.frosted_s += MAX_STEP_S
      const lift_k = state.t_flow - state.t_amb
      heat_j += state.q_w
      lift_kj += state.q_w * lift_k
      const carnot = (state.t_flow + 273.15) / lift_k
      if (state.run_s > SETTLED_S && lift_k > LEAST_LIFT_K)
        carnot_pct = Math.max(carnot_pct, (100 * state.q_w) / state.p_w / carnot)
    }
  }
  const running_h = state.comp_s / 3600
  const out_j = state.e_out_heat_j + state.e_out_dhw_j
  const in_j = state.e_in_heat_j + state.e_in_dhw_j
  return {
    spf: out_j / in_j,
    dhw_cop: state.e_out_dhw_j / state.e_in_dhw_j,
    dhw_share_pct: (100 * state.e_out_dhw_j) / out_j,
    defrosts: state.defrosts,
    defrost_near_zero_pct: (100 * sum.near_zero_s) / Math.max(1, sum.defrost_s),
    damp_h: sum.damp_s / 3600,
    defrost_cold_pct: (100 * sum.cold_s) / Math.max(1, sum.defrost_s),
    frosted_pct: (100 * sum.frosted_s) / sum.run_s,
    starts_per_running_hour: state.starts / running_h,
    running_pct: (running_h / 8760) * 100,
    flow_c: sum.flow_cs / sum.run_s,
    lift_k: lift_kj / heat_j,
    heat_per_kw: out_j / 3.6e6 / rated_kw,
    heat_residue: Math.abs(out_j + sum.cooled_j - sum.taken_j - (water_j() - first_j)) / out_j,
    electricity_residue: Math.abs(in_j - sum.used_j) / in_j,
    carnot_pct,
    coldest_room_c,
    hottest_room_c,
    ...figuresOf(looks),
  }
}

/** What emitters, losses and draws took from the water of house and tank in the last step, W. */
function takenFromWater(
  { params, state, draws }: Plant,
  before: { t_water: number; t_room: number; t_tank: number },
): number {
  const opening = state.run === RUN.cooling ? 1 : valveOpening(before.t_room)
  const emitted_w = opening * emitterHeat(params.emitter_wk, before.t_water, before.t_room)
  const second = (state.hour - Math.floor(state.hour / 24) * 24) * 3600
  let drawn_w = 0
  for (let at = 0; at < draws.length; at += 2) {
    const since_s = second - (draws[at] ?? 0)
    if (since_s >= 0 && since_s < 300) drawn_w += (draws[at + 1] ?? 0) / 300
  }
  return emitted_w + params.tank_loss_wk * (before.t_tank - state.t_room) + drawn_w
}
