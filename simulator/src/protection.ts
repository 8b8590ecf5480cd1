import { faultIdOf, SHOWN_ONLY } from './faults.ts'
import type { Plant } from './plant-parts.ts'
import { circuitOf } from './refrigerant.ts'
import { RUN } from './state.ts'

/** Stop above this discharge temperature, C (Midea mono service manual); pressures in bar absolute. */
const DISCHARGE_STOP_C = 115
const HIGH_PRESSURE_STOP = 30
const LOW_PRESSURE_STOP = 1.3
const LEAST_FLOW_SHARE = 0.3
/** The board retries after this rest; three trips within an hour lock it until someone resets it (Sunrain, Midea). */
const RETRY_S = 600
const TRIPS_TO_LOCK = 3
const HOUR_S = 3600
/** A run must last this long before a protection counts, s. */
const SETTLE_S = 300

/** Protections over `dt_s`: a trip stops the machine, a retry follows, the third trip in an hour locks it. */
export function protectionStep(plant: Plant, dt_s: number): void {
  const { state } = plant
  const before = plant.planted_trip
  plant.planted_trip = plantedTrip(plant)
  if (plant.planted_trip > 0) {
    // It holds the machine for as long as it is planted, and is no reason to lock it afterwards.
    state.trip = plant.planted_trip
    state.trip_s = 0
    return
  }
  // Taken back is as reset: who teaches with it does not wait for the board's next try.
  if (before > 0 && state.trip === before) state.trip = 0
  if (state.trip > 0) {
    state.trip_s += dt_s
    if (!state.locked && state.trip_s >= RETRY_S) state.trip = 0
    return
  }
  state.trip_s += dt_s
  if (state.trip_s > HOUR_S) state.trips_in_hour = 0
  const cause = findTrip(plant)
  if (cause === 0) return
  state.trip = cause
  state.trip_s = 0
  state.trips_in_hour += 1
  if (state.trips_in_hour >= TRIPS_TO_LOCK) state.locked = 1
}

/** The planted fault that stops the machine, 0 = none. */
function plantedTrip({ planted_faults }: Plant): number {
  for (const key of planted_faults) {
    const id = faultIdOf(key)
    if (id > 0 && !SHOWN_ONLY.includes(id)) return id
  }
  return 0
}

/** Clears trip and lock, as the reset button does; a fault that persists trips again. */
export function resetFaults({ state }: Plant): void {
  state.trip = 0
  state.trip_s = 0
  state.trips_in_hour = 0
  state.locked = 0
}

/** Fault id a protection raises now, 0 = none. A machine without a fault needs no look: it stays inside its limits. */
function findTrip(plant: Plant): number {
  const { state, effects } = plant
  const running = (state.run === RUN.heating || state.run === RUN.hot_water) && state.run_s > SETTLE_S
  if (!running || !hasEffects(plant)) return 0
  if (effects.flow < LEAST_FLOW_SHARE) return 7
  if (effects.due_trip > 0 && !SHOWN_ONLY.includes(effects.due_trip)) return effects.due_trip
  const { t_discharge, p_high, p_low } = circuitOf(plant)
  if (t_discharge > DISCHARGE_STOP_C) return 11
  if (p_low < LOW_PRESSURE_STOP) return 14
  return p_high > HIGH_PRESSURE_STOP ? 15 : 0
}

function hasEffects({ effects }: Plant): boolean {
  return (
    effects.te_k + effects.tc_k + effects.discharge_k + effects.superheat_k > 0 ||
    effects.flow < 1 ||
    effects.due_trip > 0
  )
}
