import type { Plant } from './plant-parts.ts'
import { circuitOf } from './refrigerant.ts'
import { RUN } from './state.ts'

/** Limits and figures of the refrigerant circuit over a year; the circuit is in steady state so many seconds after a start, a defrost or a change of use. */
const SETTLED_S = 300
/** Speed from which a machine gives all it has, Hz. */
const FULL_SPEED_HZ = 88

type Looks = {
  run: number
  since_s: number
  coil_least_k: number
  coil_full_least_k: number
  coil_full_most_k: number
  superheat_least_k: number
  superheat_most_k: number
  superheat_sum: number
  superheat_squares: number
  settled: number
  crossed_steps: number
}

export function createLooks(): Looks {
  return {
    run: -1,
    since_s: 0,
    coil_least_k: 99,
    coil_full_least_k: 99,
    coil_full_most_k: 0,
    superheat_least_k: 99,
    superheat_most_k: 0,
    superheat_sum: 0,
    superheat_squares: 0,
    settled: 0,
    crossed_steps: 0,
  }
}

/** Looks at the circuit after a step. */
export function lookAt(looks: Looks, plant: Pick<Plant, 'state'>): void {
  const { state } = plant
  if (state.run !== looks.run) [looks.run, looks.since_s] = [state.run, state.time_s]
  if (state.hz > 0) {
    const { t_suction, t_discharge, p_low, p_high } = circuitOf(plant)
    if (t_suction > t_discharge || p_low > p_high) looks.crossed_steps += 1
  }
  if ((state.run !== RUN.heating && state.run !== RUN.hot_water) || state.time_s - looks.since_s < SETTLED_S) return
  const gap_k = state.t_amb - state.t_coil
  looks.coil_least_k = Math.min(looks.coil_least_k, gap_k)
  if (state.hz >= FULL_SPEED_HZ) {
    looks.coil_full_least_k = Math.min(looks.coil_full_least_k, gap_k)
    looks.coil_full_most_k = Math.max(looks.coil_full_most_k, gap_k)
  }
  looks.superheat_least_k = Math.min(looks.superheat_least_k, state.superheat_k)
  looks.superheat_most_k = Math.max(looks.superheat_most_k, state.superheat_k)
  looks.superheat_sum += state.superheat_k
  looks.superheat_squares += state.superheat_k ** 2
  looks.settled += 1
}

export function figuresOf(looks: Looks) {
  const { run: _run, since_s: _since, superheat_sum, superheat_squares, settled, ...figures } = looks
  const mean = superheat_sum / settled
  return { ...figures, superheat_sd_k: Math.sqrt(Math.max(0, superheat_squares / settled - mean ** 2)) }
}
