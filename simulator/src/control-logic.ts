import type { Plant } from './plant-parts.ts'
import { flowTarget } from './settings.ts'
import { RUN, type Run } from './state.ts'

/** Heating only below this outdoor temperature (smoothed), cooling only above that one, C. */
const HEATING_BELOW_C = 15.5
const COOLING_ABOVE_C = 22
/** Compressor rests and runs at least this long, s; the rest also limits starts to 6 an hour. */
const MIN_OFF_S = 600
const MIN_ON_S = 300
/** Cooling stops when the flow is this far below its target, K. */
const STOP_BELOW_K = 5
/** Where the control cycles: it stops so far below the target, and starts so far below it, K. */
const CYCLING = { stop_k: -5, start_k: 3 } as const
/** Above this tank temperature the machine leaves anti-legionella to the heater, C; hour it runs at, and its end. */
const HEATER_ABOVE_C = 53
const LEGIONELLA_H = [2, 6] as const
const DHW_HEATER_W = 2000
const BACKUP_HEATER_W = 3000
/** The backup heater waits until the machine was short of heat for so long, s. */
const BACKUP_AFTER_S = 1800
/** From this speed on the machine gives all it has, Hz. */
const FULL_SPEED_HZ = 85
/** Modes of the board that heat, make hot water, cool: 0 DHW, 1 heating, 2 cooling, 3 heating+DHW, 4 cooling+DHW. */
const HEATS = [0, 1, 0, 1, 0] as const
const MAKES_DHW = [1, 0, 0, 1, 1] as const
const COOLS = [0, 0, 1, 0, 1] as const

/** The board's decisions for the next `dt_s`: demands, what to run, the heaters. Hot water goes before heating. */
export function controlStep(plant: Plant, dt_s: number): void {
  const { settings, state, params } = plant
  demands(plant)
  state.t_target = state.demand_cool ? settings.sp_cool : flowTarget(settings, params, state.t_amb)
  heaters(plant, dt_s)
  if (state.run === RUN.idle) state.off_s += dt_s
  else state.run_s += dt_s
  const next = decide(plant)
  if (next === state.run) return
  if (state.run === RUN.idle) {
    state.starts += 1
    state.run_s = 0
    state.q_integral_w *= 0.5
  }
  if (next === RUN.idle) state.off_s = 0
  state.run = next
}

function demands({ settings, state, effects }: Plant): void {
  const on = settings.power
  const heating = (HEATS[settings.mode] ?? 0) * on
  const summer = HEATING_BELOW_C + (state.demand_heat ? 0.5 : -0.5)
  state.demand_heat = heating && state.t_amb_slow < summer ? 1 : 0
  const cooling = (COOLS[settings.mode] ?? 0) * on
  state.demand_cool = cooling && state.t_amb_slow > COOLING_ABOVE_C - (state.demand_cool ? 1 : 0) ? 1 : 0
  const dhw = (MAKES_DHW[settings.mode] ?? 0) * on * (1 - effects.tank_sensor_open)
  legionella(settings.lg_day, settings.lg_temp, dhw, state)
  const wanted = state.legionella ? Math.min(HEATER_ABOVE_C, settings.lg_temp) : settings.sp_dhw
  if (!dhw || state.t_tank >= wanted) state.demand_dhw = 0
  else if (state.t_tank < wanted - (state.legionella ? 1 : settings.hys_dhw)) state.demand_dhw = 1
}

function legionella(day: number, t_wanted: number, dhw: number, state: Plant['state']): void {
  // 1 January 1970 was a Thursday; days count from Sunday = 0
  const weekday = (Math.floor(state.time_s / 86_400) + 4) % 7
  const hour = state.hour % 24
  const inTime = weekday === day && hour >= LEGIONELLA_H[0] && hour < LEGIONELLA_H[1]
  state.legionella =
    dhw && inTime && (state.legionella || hour < LEGIONELLA_H[0] + 0.1) && state.t_tank < t_wanted ? 1 : 0
}

function decide({ settings, params, state, effects }: Plant): Run {
  const { run } = state
  const stop_above_k = effects.cycling ? CYCLING.stop_k : params.stop_above_k
  const start_below_k = effects.cycling ? CYCLING.start_k : settings.hys_heat
  if (!settings.power || state.trip > 0 || state.locked) return RUN.idle
  if (run === RUN.defrost) return run
  if (run === RUN.idle) {
    if (state.off_s < MIN_OFF_S) return run
    if (state.demand_dhw) return RUN.hot_water
    if (state.demand_heat && state.t_water < state.t_target - start_below_k) return RUN.heating
    return state.demand_cool && state.t_water > state.t_target + settings.hys_heat ? RUN.cooling : run
  }
  if (run === RUN.hot_water) {
    if (state.demand_dhw) return run
    return state.demand_heat && state.t_water < state.t_target ? RUN.heating : RUN.idle
  }
  if (state.demand_dhw && state.run_s > MIN_ON_S) return RUN.hot_water
  if (state.run_s < MIN_ON_S) return run
  if (run === RUN.cooling) return !state.demand_cool || state.t_flow < state.t_target - STOP_BELOW_K ? RUN.idle : run
  return !state.demand_heat || state.t_flow > state.t_target + stop_above_k ? RUN.idle : run
}

/** Tank heater for the end of anti-legionella; backup heater when the machine alone does not reach the target. */
function heaters({ settings, state, effects }: Plant, dt_s: number): void {
  state.heater_w = 0
  state.tank_heater_w = state.legionella && state.t_tank >= HEATER_ABOVE_C - 1 ? DHW_HEATER_W : 0
  if (!settings.power) return
  const stopped = state.trip > 0 || state.locked > 0
  const atFullSpeed = state.run === RUN.heating && state.hz > FULL_SPEED_HZ
  const short = state.demand_heat && state.t_flow < state.t_target - 5 && (stopped || atFullSpeed)
  state.short_s = short ? state.short_s + dt_s : Math.max(0, state.short_s - 4 * dt_s)
  const stuck = effects.heater_stuck > 0 && state.run === RUN.heating
  if ((state.short_s > BACKUP_AFTER_S && state.demand_heat) || stuck) state.heater_w = BACKUP_HEATER_W
}
