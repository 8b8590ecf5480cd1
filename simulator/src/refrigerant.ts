import { coilTemperature, frostShare } from './frost.ts'
import type { Plant } from './plant-parts.ts'
import { EEV_STEPS, RUN } from './state.ts'

/** R290: ln(P bar abs) = A - B/(T+C) (+-0.3 %, -30..70 C) and the exponent of compression (domain 6 "Refrigerant"). */
const A = 9.6854
const B = 2160.21
const C = 265.7
const COMPRESSION_EXPONENT = 0.143

/** Time constants, s: pull-down after a start and equalisation at rest; the coil's metal; the discharge line, running and at rest. */
const PULL_DOWN_S = 35
const EQUALISE_S = 90
const COIL_S = { running: 45, resting: 300 } as const
const DISCHARGE_S = { running: 120, resting: 1_200 } as const
const SUPERHEAT_S = 40
/** A compressor that turns holds the two sides apart by this much at least, K. */
const LEAST_LIFT_K = 3
/** Superheat: what the valve aims at, what it may become in a healthy machine, K. */
const SUPERHEAT_K = { aim: 5.5, least: 3, most: 10, dry_defrost: 0.5 } as const
/** The valve hunts a little, in two waves that drift against each other: K and s. */
const HUNTING = { swing_k: 1.7, periods_s: [260, 430] } as const
/** A valve that lags so many steps behind makes a kelvin more, one that is as far ahead a kelvin less. */
const STEPS_PER_K = 40
/** Travel of the valve, steps a second: fast at a start and at rest, slow once it regulates; opening it starts with. */
const TRAVEL = { fast: 8, slow: 1.5, fast_until_s: 90, start_steps: 200 } as const
/** Where a stuck valve stands. */
const STUCK_STEPS = 240
/** Melting ice holds the coil here, C; without ice it warms up to the end of the defrost. */
const MELTING_C = 1
const MELTED_C = 20
/** Share of the frost limit below which the last ice is off most of the coil. */
const LAST_ICE_SHARE = 0.12

/** Saturation pressure of R290 at a temperature, bar absolute. */
export function saturationPressure(t_c: number): number {
  return Math.exp(A - B / (t_c + C))
}

/** Discharge temperature after compression from suction conditions, C. */
export function dischargeTemperature(t_suction: number, p_cond: number, p_evap: number): number {
  return (t_suction + 273.15) * (p_cond / p_evap) ** COMPRESSION_EXPONENT - 273.15
}

/** The refrigerant circuit as its sensors would see it; temperatures C, pressures bar absolute. */
type Circuit = {
  t_evap: number
  t_cond: number
  t_coil: number
  t_suction: number
  t_discharge: number
  p_low: number
  p_high: number
  eev: number
}

/** The circuit of a plant now. */
export function circuitOf({ state }: Pick<Plant, 'state'>): Circuit {
  const { t_evap, t_cond, t_coil, t_discharge, superheat_k, eev } = state
  const t_suction = t_evap + superheat_k
  return {
    t_evap,
    t_cond,
    t_coil,
    t_suction,
    t_discharge,
    p_low: saturationPressure(t_evap),
    p_high: saturationPressure(t_cond),
    eev,
  }
}

type Target = { t_evap: number; t_cond: number; t_coil: number; superheat_k: number; eev: number; discharge_k: number }

/**
 * The circuit over `dt_s`: equal with the outdoors at rest, pulled down in the minutes after a start, turned round by a defrost. Both
 * sides follow with the same lag, so that suction never passes discharge on the way from one to the other.
 */
export function circuitStep(plant: Plant, dt_s: number): void {
  const { state } = plant
  const resting = state.run === RUN.idle
  const target = resting ? restOf(plant) : state.run === RUN.defrost ? defrostOf(plant) : runOf(plant)
  const side = shareIn(dt_s, resting ? EQUALISE_S : PULL_DOWN_S)
  state.t_evap += side * (target.t_evap - state.t_evap)
  state.t_cond += side * (target.t_cond - state.t_cond)
  if (!resting) state.t_evap = Math.min(state.t_evap, state.t_cond - LEAST_LIFT_K)
  state.t_coil += shareIn(dt_s, resting ? COIL_S.resting : COIL_S.running) * (target.t_coil - state.t_coil)
  const travel = (resting || state.run_s < TRAVEL.fast_until_s ? TRAVEL.fast : TRAVEL.slow) * dt_s
  state.eev += Math.min(travel, Math.max(-travel, target.eev - state.eev))
  state.superheat_k += shareIn(dt_s, SUPERHEAT_S) * (target.superheat_k - state.superheat_k)
  const t_suction = state.t_evap + state.superheat_k
  const t_discharge = resting
    ? state.t_amb
    : dischargeTemperature(t_suction, saturationPressure(state.t_cond), saturationPressure(state.t_evap)) +
      target.discharge_k
  const line = shareIn(dt_s, resting ? DISCHARGE_S.resting : DISCHARGE_S.running)
  state.t_discharge += line * (t_discharge - state.t_discharge)
  if (!resting) state.t_discharge = Math.max(state.t_discharge, t_suction + 1, state.t_cond)
}

/** Share of the way to its target that something with a time constant goes in a step. */
const shareIn = (dt_s: number, constant_s: number): number => 1 - Math.exp(-dt_s / constant_s)

const restOf = ({ state: { t_amb } }: Plant): Target => ({
  t_evap: t_amb,
  t_cond: t_amb,
  t_coil: t_amb,
  superheat_k: 0,
  eev: EEV_STEPS[1],
  discharge_k: 0,
})

/** The coil condenses and melts its ice, the water's exchanger evaporates far below it behind an open valve. */
const defrostOf = ({ params, state }: Plant): Target => {
  const is_icy = state.frost_kg > LAST_ICE_SHARE * params.frost_limit_kg
  const t_coil = is_icy ? MELTING_C : MELTED_C
  return {
    t_evap: Math.min(state.t_water - 25, t_coil - 10),
    t_cond: t_coil + 9,
    t_coil,
    superheat_k: SUPERHEAT_K.dry_defrost,
    eev: EEV_STEPS[1],
    discharge_k: 0,
  }
}

const runOf = (plant: Plant): Target => {
  const { params, state, effects } = plant
  const { t_amb, load } = state
  const frost = frostShare(state.frost_kg, params.frost_limit_kg)
  const cooling = state.run === RUN.cooling
  const t_coil = cooling ? t_amb + 5 + 6 * load : coilTemperature(t_amb, params.coil_k, load, frost, effects.te_k)
  const t_evap = cooling ? state.t_flow - 3 - 3 * load : t_coil - 1
  const t_cond = cooling ? t_coil + 3 : state.t_flow + 2 + 3 * load + effects.tc_k
  const eev = eevSteps(plant, t_cond, t_evap)
  const [short_s, long_s] = HUNTING.periods_s
  const wave = (period_s: number): number => Math.sin((2 * Math.PI * state.time_s) / period_s + plant.seed)
  const hunting_k = HUNTING.swing_k * (0.55 * wave(short_s) + 0.45 * wave(long_s))
  const moving_k = SUPERHEAT_K.aim + (eev - state.eev) / STEPS_PER_K + hunting_k
  // a stuck valve holds what fitted a load of 0.4: too much gas at high load, too little at low
  const healthy_k = effects.eev_stuck
    ? SUPERHEAT_K.aim + 25 * (load - 0.4)
    : Math.min(SUPERHEAT_K.most, Math.max(SUPERHEAT_K.least, moving_k))
  return {
    t_evap,
    t_cond,
    t_coil,
    superheat_k: Math.max(0, healthy_k + effects.superheat_k),
    eev: effects.eev_stuck ? STUCK_STEPS : eev,
    discharge_k: effects.discharge_k,
  }
}

/** The valve follows the flow of refrigerant over the root of the pressure difference; a leak drives it open. */
function eevSteps({ state, effects }: Plant, t_cond: number, t_evap: number): number {
  const pressure = Math.max(1, saturationPressure(t_cond) - saturationPressure(t_evap))
  const steps = 80 + (1150 * state.load) / Math.sqrt(pressure) + 15 * effects.superheat_k
  const least = state.run_s < TRAVEL.fast_until_s ? TRAVEL.start_steps : EEV_STEPS[0]
  return Math.min(EEV_STEPS[1], Math.max(least, steps))
}
