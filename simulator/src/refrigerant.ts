import { coilTemperature, frostShare } from './frost.ts'
import type { Plant } from './plant-parts.ts'
import { RUN } from './state.ts'

/** R290: ln(P bar abs) = A - B/(T+C) (+-0.3 %, -30..70 C) and the exponent of compression (domain 6 "Refrigerant"). */
const A = 9.6854
const B = 2160.21
const C = 265.7
const COMPRESSION_EXPONENT = 0.143
const SUPERHEAT_K = 5
/** Steps of the expansion valve: range, and where it stands at rest. */
const EEV_STEPS = [80, 480] as const

/** Saturation pressure of R290 at a temperature, bar absolute. */
export function saturationPressure(t_c: number): number {
  return Math.exp(A - B / (t_c + C))
}

/** Discharge temperature after compression from suction conditions, C. */
export function dischargeTemperature(t_suction: number, p_cond: number, p_evap: number): number {
  return (t_suction + 273.15) * (p_cond / p_evap) ** COMPRESSION_EXPONENT - 273.15
}

/** The refrigerant circuit as its sensors would see it; temperatures C, pressures bar absolute. */
export type Circuit = {
  t_evap: number
  t_cond: number
  t_coil: number
  t_suction: number
  t_discharge: number
  p_low: number
  p_high: number
  eev: number
}

/** The circuit of a plant now: equalised with the outdoors at rest, reversed while defrosting. */
export function circuitOf({ params, state, effects }: Plant): Circuit {
  const { t_amb } = state
  if (state.run === RUN.idle) {
    const p = saturationPressure(t_amb)
    const warm = Math.max(t_amb, Math.min(45, t_amb + 30 * Math.exp(-state.off_s / 3600)))
    return {
      t_evap: t_amb,
      t_cond: t_amb,
      t_coil: t_amb,
      t_suction: t_amb,
      t_discharge: warm,
      p_low: p,
      p_high: p,
      eev: EEV_STEPS[1],
    }
  }
  if (state.run === RUN.defrost) {
    const t_coil = Math.min(18, state.defrost_s / 12)
    const t_evap = state.t_water - 18
    return circuit(t_evap, Math.max(12, t_coil + 6), t_coil, 0.5, 0, EEV_STEPS[1])
  }
  const frost = frostShare(state.frost_kg, params.frost_limit_kg)
  const cooling = state.run === RUN.cooling
  const t_coil = cooling ? t_amb + 5 + 6 * state.load : coilTemperature(t_amb, state.load, frost, effects.te_k)
  const t_evap = cooling ? state.t_flow - 3 - 3 * state.load : t_coil - 1
  const t_cond = cooling ? t_coil + 3 : state.t_flow + 2 + 3 * state.load + effects.tc_k
  // a stuck valve holds what fitted a load of 0.4: too much gas at high load, too little at low
  const superheat = SUPERHEAT_K + effects.superheat_k + effects.eev_stuck * 25 * (state.load - 0.4)
  return circuit(t_evap, t_cond, t_coil, superheat, effects.discharge_k, eevSteps(state.load, t_cond, t_evap, effects))
}

function circuit(
  t_evap: number,
  t_cond: number,
  t_coil: number,
  superheat: number,
  discharge_k: number,
  eev: number,
): Circuit {
  const p_low = saturationPressure(t_evap)
  const p_high = saturationPressure(t_cond)
  const t_suction = t_evap + Math.max(0, superheat)
  const t_discharge = dischargeTemperature(t_suction, p_high, p_low) + discharge_k
  return { t_evap, t_cond, t_coil, t_suction, t_discharge, p_low, p_high, eev }
}

/** The valve follows the flow of refrigerant over the root of the pressure difference; a leak drives it open. */
function eevSteps(load: number, t_cond: number, t_evap: number, effects: Plant['effects']): number {
  if (effects.eev_stuck) return 240
  const pressure = Math.max(1, saturationPressure(t_cond) - saturationPressure(t_evap))
  const steps = 80 + (1150 * load) / Math.sqrt(pressure) + 15 * effects.superheat_k
  return Math.min(EEV_STEPS[1], Math.max(EEV_STEPS[0], steps))
}
