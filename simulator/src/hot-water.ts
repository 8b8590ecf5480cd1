import type { Plant } from './plant-parts.ts'
import { seeded, seedOf } from './random.ts'
import { RUN } from './state.ts'

/** Draws a day: hour of the day, spread in hours, share of the day's energy (a family's pattern, EN 16147 M and L). */
const PATTERN = [
  [6.5, 0.5, 0.24],
  [7.5, 0.5, 0.18],
  [9.5, 1.5, 0.05],
  [12.5, 1, 0.08],
  [16, 2, 0.05],
  [18.5, 0.7, 0.12],
  [20, 0.7, 0.18],
  [21.5, 0.7, 0.1],
] as const
/** A draw lasts this long, s. */
const DRAW_S = 300

/** The draws of one day in order: [second of the day, energy in J, ...]; seeded by unit and day. */
export function drawsOfDay(seed: number, day: number, draws_kwh_day: number): Float64Array {
  const draws = new Float64Array(PATTERN.length * 2)
  fillDraws(draws, seed, day, draws_kwh_day)
  return draws
}

function fillDraws(draws: Float64Array, seed: number, day: number, draws_kwh_day: number): void {
  const random = seeded(seedOf(seed, 'draws', day))
  const today = random.between(0.7, 1.3)
  PATTERN.forEach(([hour, spread, share], index) => {
    draws[2 * index] = (hour + spread * random.between(-1, 1)) * 3600
    draws[2 * index + 1] = draws_kwh_day * 3.6e6 * share * today
  })
}

/** Hot-water tank over `dt_s`: loss to the room, draws, and the machine's heat while it makes hot water. */
export function tankStep(plant: Plant, dt_s: number): void {
  const { params, state, draws } = plant
  const day = Math.floor(state.hour / 24)
  if (day !== state.draw_day) {
    state.draw_day = day
    fillDraws(draws, plant.seed, day, params.draws_kwh_day)
  }
  const second = (state.hour - day * 24) * 3600
  let drawn_w = 0
  for (let at = 0; at < draws.length; at += 2) {
    const since_s = second - (draws[at] ?? 0)
    if (since_s >= 0 && since_s < DRAW_S) drawn_w += (draws[at + 1] ?? 0) / DRAW_S
  }
  const heat_w = (state.run === RUN.hot_water ? state.q_w : 0) + state.tank_heater_w
  const loss_w = params.tank_loss_wk * (state.t_tank - state.t_room)
  state.t_tank = Math.max(12, state.t_tank + ((heat_w - loss_w - drawn_w) * dt_s) / params.tank_jk)
}
