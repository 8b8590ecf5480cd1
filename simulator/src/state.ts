import type { Params } from './params.ts'
import { flowTarget, type Settings } from './settings.ts'

/** What the machine is doing. */
export const RUN = { idle: 0, heating: 1, hot_water: 2, defrost: 3, cooling: 4 } as const
export type Run = (typeof RUN)[keyof typeof RUN]

/** Steps of the expansion valve: nearly closed, and where it stands at rest. */
export const EEV_STEPS = [80, 480] as const

/** Everything that changes with time; one flat object of numbers, changed in place. Temperatures C, powers W. */
export type State = {
  time_s: number
  /** Hour of the weather year, 0..8760. */
  hour: number
  t_amb: number
  /** Outdoor temperature smoothed over 6 h: decides whether it is heating season. */
  t_amb_slow: number
  humidity: number
  sun_wm2: number
  t_room: number
  t_water: number
  t_tank: number
  t_flow: number
  t_return: number
  flow_m3h: number
  run: Run
  run_before_defrost: Run
  run_s: number
  off_s: number
  demand_heat: number
  demand_dhw: number
  demand_cool: number
  legionella: number
  t_target: number
  q_w: number
  q_integral_w: number
  p_w: number
  /** Backup heater in the heating water, heater in the tank, W. */
  heater_w: number
  tank_heater_w: number
  /** Backup heater waits while the machine gives all it has, s. */
  short_s: number
  hz: number
  hz_target: number
  /** Load r = heat / nominal heat. */
  load: number
  /** Refrigerant side as it is now, behind what the load asks for: temperatures C, valve in steps. */
  t_evap: number
  t_cond: number
  t_coil: number
  t_discharge: number
  superheat_k: number
  eev: number
  frost_kg: number
  since_defrost_s: number
  defrost_s: number
  draw_index: number
  draw_day: number
  /** Fault id (1..24) that holds the machine, 0 = none; its retry and lock state. */
  trip: number
  trip_s: number
  trips_in_hour: number
  locked: number
  comp_s: number
  starts: number
  defrosts: number
  e_in_heat_j: number
  e_out_heat_j: number
  e_in_dhw_j: number
  e_out_dhw_j: number
}

/** A building and a machine settled at an outdoor temperature, with counters of a unit some seasons old. */
export function settledState(params: Params, settings: Settings, t_amb: number, age_h: number): State {
  const target = flowTarget(settings, params, t_amb)
  const heating = t_amb < 15.5
  const water = heating ? target - 1.5 : 22
  const heat_j = age_h * 0.45 * params.q_nom_w * 3600
  return {
    time_s: 0,
    hour: 0,
    t_amb,
    t_amb_slow: t_amb,
    humidity: 0.004,
    sun_wm2: 0,
    t_room: 21,
    t_water: water,
    t_tank: settings.sp_dhw - 2,
    t_flow: water,
    t_return: water,
    flow_m3h: 0,
    run: RUN.idle,
    run_before_defrost: RUN.heating,
    run_s: 0,
    off_s: 900,
    demand_heat: 0,
    demand_dhw: 0,
    demand_cool: 0,
    legionella: 0,
    t_target: target,
    q_w: 0,
    q_integral_w: params.ua_wk * Math.max(0, 18 - t_amb),
    p_w: 9,
    heater_w: 0,
    tank_heater_w: 0,
    short_s: 0,
    hz: 0,
    hz_target: 0,
    load: 0,
    t_evap: t_amb,
    t_cond: t_amb,
    t_coil: t_amb,
    t_discharge: t_amb,
    superheat_k: 0,
    eev: EEV_STEPS[1],
    frost_kg: 0,
    since_defrost_s: 0,
    defrost_s: 0,
    draw_index: 0,
    draw_day: -1,
    trip: 0,
    trip_s: 0,
    trips_in_hour: 0,
    locked: 0,
    comp_s: age_h * 3600,
    starts: Math.round(age_h * 0.7),
    defrosts: Math.round(age_h * 0.35),
    e_in_heat_j: (heat_j * 0.85) / 3.9,
    e_out_heat_j: heat_j * 0.85,
    e_in_dhw_j: (heat_j * 0.15) / 3,
    e_out_dhw_j: heat_j * 0.15,
  }
}
