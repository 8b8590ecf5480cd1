import { coilTemperature, DEFROST_ELECTRIC_W, DEFROST_HEAT_W, frostShare } from './frost.ts'
import type { Params } from './params.ts'
import type { Plant } from './plant-parts.ts'
import { RUN, type State } from './state.ts'

/** Compressor speed range, Hz. */
const MIN_HZ = 20
const MAX_HZ = 90
const STANDBY_W = 9
const CRANKCASE_W = 25
/** Share of the pump's power while it only circulates for the sensors, between runs. */
const IDLE_PUMP_SHARE = 0.4
/** Losses of the first two minutes after a start, while pressures build up. */
const STARTING_S = 120
const STARTING_SHARE = 0.7
/** The Carnot lift never gets smaller than this in a real machine, K. */
const LEAST_LIFT_K = 15
/** Capacity the compressor mode allows: normal, eco, night, test. */
const MODE_SHARE = [1, 0.75, 0.5, 1] as const

/** Largest heat output at an outdoor and a water temperature, W (domain 6 "Capacity"); never below 45 % of nominal. */
export function fullHeat(q_nom_w: number, t_amb: number, t_water: number): number {
  return q_nom_w * Math.max(0.45, (1 + 0.016 * (t_amb - 7)) * (1 - 0.004 * (t_water - 35)))
}

/** COP of a running machine: a share of Carnot between condensing Tc and evaporating Te (domain 6 "COP"). */
export function copAt(eta: number, t_cond: number, t_evap: number): number {
  return (eta * (t_cond + 273.15)) / Math.max(LEAST_LIFT_K, t_cond - t_evap)
}

/** Heat, electricity, speed and water temperatures of the machine over `dt_s`. */
export function heatPumpStep(plant: Plant, dt_s: number): void {
  const { params, settings, state } = plant
  const { q_nom_w } = params
  const size = q_nom_w / 8000
  const pumping = state.run !== RUN.idle || state.demand_heat > 0 || state.demand_cool > 0 || state.trip > 0
  const pump_w = pumping && settings.power > 0 ? params.pump_w : 0
  state.flow_m3h = pump_w > 0 ? flowAt(plant) : 0

  if (state.run === RUN.idle) {
    state.q_w = 0
    state.load = 0
    state.p_w = STANDBY_W + IDLE_PUMP_SHARE * pump_w + (state.t_amb < 10 ? CRANKCASE_W : 0)
    state.hz = 0
    state.hz_target = 0
  } else if (state.run === RUN.defrost) {
    const share = settings.df_hz / 70
    state.q_w = -DEFROST_HEAT_W * size * share
    state.load = 0
    state.p_w = DEFROST_ELECTRIC_W * size * share + pump_w + STANDBY_W
    state.hz = settings.df_hz
    state.hz_target = settings.df_hz
  } else {
    run(plant, dt_s, pump_w)
  }
  waterTemperatures(plant)
}

function run({ params, settings, state, effects }: Plant, dt_s: number, pump_w: number): void {
  const { q_nom_w } = params
  const cooling = state.run === RUN.cooling
  const sink = state.run === RUN.hot_water ? state.t_tank + params.tank_coil_k : state.t_water
  const possible = fullHeat(q_nom_w, cooling ? 7 : state.t_amb, cooling ? 35 : sink) * effects.capacity
  const most = possible * (MODE_SHARE[settings.perf_mode] ?? 1)
  const least = params.min_share * possible
  const wanted = Math.min(most, Math.max(least, wantedHeat(state, possible, params, dt_s)))
  // heat that a defrost took is none to begin with
  const now = Math.max(0, cooling ? -state.q_w : state.q_w)
  // 3 % of nominal each 30 s; up to the lowest speed the board goes three times as fast
  const ramp = ((0.03 * q_nom_w) / 30) * dt_s * (now < least ? 3 : 1)
  const heat = now < wanted ? Math.min(wanted, now + ramp) : Math.max(wanted, now - ramp)

  state.load = heat / q_nom_w
  const spread = Math.max(1, possible - least)
  state.hz_target = MIN_HZ + ((MAX_HZ - MIN_HZ) * (wanted - least)) / spread
  state.hz = Math.max(MIN_HZ, MIN_HZ + ((MAX_HZ - MIN_HZ) * (heat - least)) / spread)
  const frost = frostShare(state.frost_kg, params.frost_limit_kg)
  const half_k = state.flow_m3h > 0.05 ? heat / (2 * state.flow_m3h * 1163) : 5
  const t_cond = cooling ? state.t_amb + 8 * state.load : sink + half_k + 3 * state.load + effects.tc_k
  const t_evap = cooling
    ? state.t_water - half_k - 3 * state.load
    : coilTemperature(state.t_amb, params.coil_k, state.load, frost, effects.te_k) - 1
  const starting = state.run_s < STARTING_S ? STARTING_SHARE : 1
  const cop = copAt(params.eta * effects.eta * starting, t_cond, t_evap)
  state.q_w = cooling ? -heat : heat
  state.p_w = heat / cop + pump_w + STANDBY_W
}

function wantedHeat(state: State, possible: number, params: Params, dt_s: number): number {
  if (state.run === RUN.hot_water) return params.dhw_share * possible
  const sign = state.run === RUN.cooling ? -1 : 1
  const error = sign * (state.t_target - state.t_flow)
  const gain = 0.07 * params.q_nom_w
  state.q_integral_w = Math.min(possible, Math.max(0, state.q_integral_w + ((gain * error) / 3600) * dt_s))
  return state.q_integral_w + gain * error
}

/** Share of the nominal flow the pump runs at as a rule, and the least it can where little heat would mean no difference. */
const PUMP_SHARE = [0.7, 1.1] as const
const LEAST_PUMP_SHARE = 0.35
/** The pump slows down rather than let the difference between flow and return fall below this, K. */
const LEAST_DIFFERENCE_K = 2.6

/** The pump holds its set difference between flow and return as far as it can. */
function flowAt({ params, settings, state, effects, planted_flow }: Plant): number {
  const heat = Math.abs(state.q_w)
  const usual = Math.min(PUMP_SHARE[1], Math.max(PUMP_SHARE[0], heat / (1163 * settings.dT_pump) / params.flow_m3h))
  const slowest = Math.max(LEAST_PUMP_SHARE, heat / (1163 * LEAST_DIFFERENCE_K) / params.flow_m3h)
  // Between runs it circulates for the sensors.
  const share = heat > 0 ? Math.min(usual, slowest) : usual
  return share * params.flow_m3h * effects.flow * planted_flow
}

function waterTemperatures({ params, state }: Plant): void {
  const mean = state.run === RUN.hot_water ? state.t_tank + params.tank_coil_k : state.t_water
  const half_k = state.flow_m3h > 0.05 ? (state.q_w + state.heater_w) / (2 * state.flow_m3h * 1163) : 0
  state.t_flow = mean + half_k
  state.t_return = mean - half_k
}
