import { FAULT_BITS, faultIdOf } from './faults.ts'
import type { Plant } from './plant-parts.ts'
import type { Random } from './random.ts'
import { circuitOf } from './refrigerant.ts'
import { READING, SENSOR_OPEN } from './registers.ts'
import { RUN } from './state.ts'

/** The sensors of one unit: a fixed error each, and fresh noise at every reading (domain 6 "Sensors"). */
export type Sensors = { random: Random; offset_k: readonly [t_in: number, t_out: number, t_dhw: number, t_amb: number] }

const NOISE_K = 0.08
/** Pressure in bar absolute of the atmosphere: the board shows gauge pressure. */
const ATMOSPHERE_BAR = 1.013
const POWER_FACTOR = 0.97
/** What a stuck outdoor sensor reads. */
const STUCK_C = 6.5

/** Sensors of flow and return are paired: they differ by little, as the heat is computed from their difference, K. */
const PAIR_SD_K = 0.08

/** Draws the fixed errors of a unit's sensors. */
export function createSensors(random: Random): Sensors {
  const offset = (sd: number): number => Math.max(-2 * sd, Math.min(2 * sd, random.normal(0, sd)))
  const water = offset(0.3)
  return { random, offset_k: [water, water + offset(PAIR_SD_K), offset(0.3), offset(0.3)] }
}

/** Writes what the sensors show now into the board's words: noise, quantisation and sentinels included. */
export function readSensors(words: Uint16Array, plant: Plant, { random, offset_k }: Sensors): void {
  const { state, effects } = plant
  const circuit = circuitOf(plant)
  const noise = (sd: number): number => random.normal(0, sd)
  const put = (address: number, value: number, scale: number): void => {
    words[address] = Math.round(value / scale) & 0xffff
  }
  const temperature = (address: number, value: number, scale: number): void =>
    put(address, value + noise(NOISE_K), scale)

  const running = state.run === RUN.heating || state.run === RUN.hot_water || state.run === RUN.cooling
  const mains = 0.995 * plant.params.mains_v - effects.mains_sag_v * (running ? 1 : 0.7) - state.p_w / 2500
  const voltage = Math.round(mains + noise(0.8))
  const power = (state.p_w + state.heater_w + state.tank_heater_w) * (1 + noise(0.01))

  temperature(READING.t_in, state.t_return + offset_k[0], 0.1)
  temperature(READING.t_out, state.t_flow + offset_k[1] + effects.sensor_k, 0.1)
  if (effects.tank_sensor_open) words[READING.t_dhw] = SENSOR_OPEN
  else temperature(READING.t_dhw, state.t_tank + offset_k[2], 0.1)
  if (effects.ambient_stuck) put(READING.t_amb, STUCK_C, 0.5)
  else temperature(READING.t_amb, state.t_amb + offset_k[3], 0.5)
  temperature(READING.t_suction, circuit.t_suction, 0.5)
  temperature(READING.t_coil, circuit.t_coil, 0.5)
  put(READING.t_discharge, Math.max(0, circuit.t_discharge + noise(0.3)), 1)
  temperature(READING.t_evap, circuit.t_evap, 0.1)
  temperature(READING.t_cond, circuit.t_cond, 0.1)
  put(READING.p_high, Math.max(0, circuit.p_high - ATMOSPHERE_BAR + noise(0.04)), 0.1)
  put(READING.p_low, Math.max(0, circuit.p_low - ATMOSPHERE_BAR + noise(0.03)), 0.1)
  put(READING.eev1, circuit.eev, 1)
  put(READING.eev2, 0, 1)
  const flicker = effects.flicker > 0 ? 1 - effects.flicker * random.next() * 0.6 : 1
  put(READING.flow, Math.max(0, state.flow_m3h * flicker * (1 + noise(0.015))), 0.01)
  const heat_w = running || state.heater_w > 0 ? shownHeat(words, state.run === RUN.cooling) : 0
  put(READING.q_heat, heat_w, 1)
  put(READING.cop_now, heat_w > 0 && power > 100 ? Math.min(12, heat_w / power) : 0, 0.01)
  put(READING.u_ac, voltage, 1)
  put(READING.i_ac, Math.max(0, power / (voltage * POWER_FACTOR)), 0.1)
  put(READING.comp_hz, state.hz, 1)
  put(READING.comp_hz_target, state.hz_target, 1)
  put(READING.u_dcbus, state.hz > 0 ? 380 + noise(2) - effects.mains_sag_v : 1.41 * voltage, 1)
  put(READING.i_comp, state.hz > 0 ? Math.max(0, (state.p_w - 60) / (voltage * 0.9)) : 0, 0.1)
  temperature(READING.t_ipm, state.t_amb + 8 + state.p_w / 90, 0.5)
  const fan = running ? (420 + 420 * Math.min(1, state.load)) * effects.fan + noise(3) : 0
  put(READING.fan1, fan, 1)
  put(READING.fan2, plant.params.q_nom_w > 10_500 && fan > 0 ? fan + noise(3) : 0, 1)
  put(
    READING.pump_pct,
    state.flow_m3h > 0.05 ? Math.min(100, (70 * state.flow_m3h) / (plant.params.flow_m3h * effects.flow)) : 0,
    1,
  )
  put(READING.hours_comp, Math.floor(state.comp_s / 3600), 1)
  states(words, plant)
  counters(words, plant)
}

/** The board knows no other heat than that of its own flow and sensors, W: 1.163 Wh heat a litre by a kelvin. */
function shownHeat(words: Uint16Array, cooling: boolean): number {
  const [flow, t_out, t_in] = [READING.flow, READING.t_out, READING.t_in].map((address) => words[address] ?? 0)
  const difference_k = ((((t_out ?? 0) - (t_in ?? 0)) << 16) >> 16) * 0.1
  return Math.max(0, 1163 * (flow ?? 0) * 0.01 * (cooling ? -difference_k : difference_k))
}

function states(words: Uint16Array, { state, settings, effects, planted_faults }: Plant): void {
  const { run } = state
  const on = (bit: number, isOn: boolean | number): number => (isOn ? 1 << bit : 0)
  const stopped = state.trip > 0 || state.locked > 0
  words[READING.inputs] = on(4, state.flow_m3h > 0.3) | on(5, 1) | on(6, 1)
  words[READING.working] =
    on(0, state.demand_dhw) |
    on(1, state.demand_heat) |
    on(4, state.legionella) |
    on(5, state.demand_cool) |
    on(6, stopped) |
    on(7, run === RUN.defrost)
  words[READING.outputs_1] =
    on(0, state.hz > 0) |
    on(5, run !== RUN.idle && run !== RUN.defrost) |
    on(6, run === RUN.defrost || run === RUN.cooling)
  words[READING.outputs_2] =
    on(0, state.t_amb < 2 && run !== RUN.idle) |
    on(5, state.heater_w > 0) |
    on(6, run === RUN.hot_water) |
    on(7, state.tank_heater_w > 0)
  words[READING.outputs_3] =
    on(0, state.flow_m3h > 0.05) | on(1, run === RUN.idle && state.t_amb < 10 && settings.power)
  for (let address: number = READING.faults_first; address <= READING.faults_last; address++) words[address] = 0
  raise(words, state.trip)
  for (const key of planted_faults) raise(words, faultIdOf(key))
  if (effects.tank_sensor_open) raise(words, 1)
  if (effects.due_trip === 4) raise(words, 4)
  words[READING.inv_err_hi] = 0
  words[READING.inv_err_lo] = state.trip === 22 ? 16 : 0
}

function raise(words: Uint16Array, fault: number): void {
  const place = FAULT_BITS[fault]
  if (place) words[place[0]] = (words[place[0]] ?? 0) | (1 << place[1])
}

/** Counters never step back, though a defrost takes heat away: a step back would look like a new board. */
function counters(words: Uint16Array, { state }: Plant): void {
  const energy = (address: number, joules: number): void => putLong(words, address, Math.floor(joules / 360_000))
  energy(READING.e_in_heat, state.e_in_heat_j)
  energy(READING.e_out_heat, state.e_out_heat_j)
  energy(READING.e_in_dhw, state.e_in_dhw_j)
  energy(READING.e_out_dhw, state.e_out_dhw_j)
  putLong(words, READING.starts, state.starts)
  putLong(words, READING.n_defrost, state.defrosts)
}

function putLong(words: Uint16Array, address: number, value: number): void {
  const before = (words[address] ?? 0) * 65_536 + (words[address + 1] ?? 0)
  const now = Math.max(before, value)
  words[address] = Math.floor(now / 65_536)
  words[address + 1] = now % 65_536
}
