/** What a fault does to the machine; the healthy values are NO_EFFECTS. */
export type Effects = {
  /** Evaporating temperature lower by, condensing temperature higher by, K. */
  te_k: number
  tc_k: number
  superheat_k: number
  subcooling_k: number
  discharge_k: number
  /** Shares of what a healthy unit has. */
  capacity: number
  eta: number
  air: number
  flow: number
  fan: number
  /** Flow sensor reads higher by, K. */
  sensor_k: number
  /** 1 = the tank sensor's wire is open. */
  tank_sensor_open: number
  /** 1 = the expansion valve does not move. */
  eev_stuck: number
  /** 0..1: how much the flow flickers. */
  flicker: number
  /** Mains voltage lower by, V. */
  mains_sag_v: number
  /** 1 = the outdoor sensor reads the same whatever the weather. */
  ambient_stuck: number
  /** 1 = the relay of the backup heater sticks. */
  heater_stuck: number
  /** 1 = the control stops and starts at the least change of the water temperature. */
  cycling: number
  /** Fault id (1..24) the board raises when the fault is complete, 0 = none yet. */
  due_trip: number
}

/** A healthy machine. */
export const NO_EFFECTS: Effects = {
  te_k: 0,
  tc_k: 0,
  superheat_k: 0,
  subcooling_k: 0,
  discharge_k: 0,
  capacity: 1,
  eta: 1,
  air: 1,
  flow: 1,
  fan: 1,
  sensor_k: 0,
  tank_sensor_open: 0,
  eev_stuck: 0,
  flicker: 0,
  mains_sag_v: 0,
  ambient_stuck: 0,
  heater_stuck: 0,
  cycling: 0,
  due_trip: 0,
}

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value))

/** How each fault grows with phi = 0..1, its first signs, and the fault id it ends in, 0 = the board notices nothing (domain 6 "Faults"). */
export const FAULTS = {
  refrigerant_leak: {
    trips: 14,
    effects: (phi: number) => {
      const short = clamp01((0.9 - (1 - 0.5 * phi)) / 0.4)
      return {
        superheat_k: 20 * short,
        subcooling_k: -5 * short,
        te_k: 8 * short,
        discharge_k: 18 * short,
        capacity: 1 - 0.25 * short,
        eta: 1 - 0.25 * short,
      }
    },
  },
  evaporator_fouling: {
    trips: 14,
    effects: (phi: number) => ({ te_k: 5 * phi, air: 1 - 0.5 * phi, fan: 1 + 0.2 * phi }),
  },
  condenser_scaling: { trips: 15, effects: (phi: number) => ({ tc_k: 4 * phi, eta: 1 - 0.1 * phi }) },
  strainer_blockage: { trips: 7, effects: (phi: number) => ({ flow: 1 - 0.8 * phi }) },
  sensor_drift: { trips: 4, effects: (phi: number) => ({ sensor_k: 4 * phi }) },
  sensor_open: { trips: 1, effects: (phi: number) => ({ tank_sensor_open: phi >= 1 ? 1 : 0 }) },
  compressor_wear: { trips: 22, effects: (phi: number) => ({ eta: 1 - 0.4 * phi, discharge_k: 12 * phi }) },
  eev_stuck: {
    trips: 11,
    effects: (phi: number) => ({ eev_stuck: phi > 0.1 ? 1 : 0, eta: 1 - 0.1 * phi, discharge_k: 8 * phi }),
  },
  air_in_water: { trips: 7, effects: (phi: number) => ({ flicker: phi, flow: 1 - 0.3 * phi }) },
  ambient_stuck: { trips: 0, effects: (phi: number) => ({ ambient_stuck: phi > 0 ? 1 : 0 }) },
  heater_stuck: { trips: 0, effects: (phi: number) => ({ heater_stuck: phi > 0 ? 1 : 0 }) },
  cycling: { trips: 0, effects: (phi: number) => ({ cycling: phi > 0 ? 1 : 0 }) },
  low_mains: { trips: 22, effects: (phi: number) => ({ mains_sag_v: 45 * phi }) },
} as const satisfies Record<string, { trips: number; effects: (phi: number) => Partial<Effects> }>
export type FaultKind = keyof typeof FAULTS

/** Faults that leave the machine running: the board only shows them. */
export const SHOWN_ONLY: readonly number[] = [1]

/** A fault of one unit: it began then and is complete (phi = 1) after so many days. */
export type Fault = { kind: FaultKind; onset_s: number; days_to_trip: number }

/** How far a fault has come at a moment, 0..1. */
function faultProgress(fault: Fault, time_s: number): number {
  return clamp01((time_s - fault.onset_s) / (fault.days_to_trip * 86_400))
}

/** Writes the effects of a fault at a moment into `effects`. */
export function applyFault(effects: Effects, fault: Fault, time_s: number): void {
  const phi = faultProgress(fault, time_s)
  const { trips, effects: at } = FAULTS[fault.kind]
  Object.assign(effects, NO_EFFECTS, at(phi), { due_trip: phi >= 1 ? trips : 0 })
}

/** Fault id of a fault point of the built-in product, `f14` -> 14; 0 = none of its board. */
export const faultIdOf = (key: string): number => {
  const id = Number(/^f(\d\d)$/.exec(key)?.[1] ?? '0')
  return id in FAULT_BITS ? id : 0
}

/** Where the board shows a fault id: register and bit (register map f01..f24). */
export const FAULT_BITS: Readonly<Record<number, readonly [register: number, bit: number]>> = {
  1: [7, 0],
  2: [7, 1],
  3: [7, 2],
  4: [7, 4],
  6: [7, 7],
  7: [8, 0],
  8: [8, 2],
  9: [9, 6],
  10: [10, 0],
  11: [10, 1],
  14: [11, 0],
  15: [11, 1],
  20: [12, 5],
  21: [13, 1],
  22: [13, 4],
  24: [13, 6],
}
