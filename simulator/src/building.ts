import type { Plant } from './plant-parts.ts'
import { RUN } from './state.ts'

/** Room temperature at which thermostatic valves begin to close, C, and the share of flow they always leave open. */
const VALVES_CLOSE_C = 22
const VALVES_LEAST = 0.2

/** People open windows in a room warmer than this while it is cooler outside, C: full over 2 K, so much more air than otherwise. */
const AIRED_ABOVE_C = 23.5
const AIRING = 4
/** Cold air is let in for minutes at most: below this outdoor temperature it does not count, C. */
const AIRED_FROM_C = 8

/** How much more heat leaves the room because people air it, as a factor of its losses. */
export function airing(t_room: number, t_amb: number): number {
  if (t_amb >= t_room || t_amb < AIRED_FROM_C) return 1
  return 1 + AIRING * Math.min(1, Math.max(0, (t_room - AIRED_ABOVE_C) / 2))
}

/** Heat of the emitters at a mean water temperature, W: UAe*dT*(dT/30)^0.1 (domain 6). */
export function emitterHeat(emitter_wk: number, t_water: number, t_room: number): number {
  const lift = t_water - t_room
  const size = Math.abs(lift)
  return size < 0.01 ? 0 : emitter_wk * lift * (size / 30) ** 0.1
}

/** Share of the emitters' flow that thermostatic valves leave open: 1 up to 22 C, falling over 2 K. */
export function valveOpening(t_room: number): number {
  return Math.min(1, Math.max(VALVES_LEAST, 1 - (t_room - VALVES_CLOSE_C) / 2))
}

/** Room and heating water over `dt_s`; the water gets the machine's heat unless it makes hot water. */
export function buildingStep({ params, state }: Plant, dt_s: number): void {
  const cooling = state.run === RUN.cooling
  const opening = cooling ? 1 : valveOpening(state.t_room)
  const emitted_w = opening * emitterHeat(params.emitter_wk, state.t_water, state.t_room)
  const toWater_w = (state.run === RUN.hot_water ? 0 : state.q_w) + state.heater_w
  const tankLoss_w = params.tank_loss_wk * (state.t_tank - state.t_room)
  const gains_w = params.gains_w + params.sun_m2 * state.sun_wm2 + tankLoss_w
  const loss_w = airing(state.t_room, state.t_amb) * params.ua_wk * (state.t_room - state.t_amb)
  state.t_water += ((toWater_w - emitted_w) * dt_s) / params.water_jk
  state.t_room += ((emitted_w + gains_w - loss_w) * dt_s) / params.room_jk
}
