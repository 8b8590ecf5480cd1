import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import { purposeOf, type ValuePurpose } from '@heatfleet/contract/products/value-purpose.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import type { Plant } from './plant-parts.ts'
import { seedOf } from './random.ts'
import { circuitOf } from './refrigerant.ts'
import { RUN } from './state.ts'

const J_PER_KWH = 3_600_000
const MAINS_V = 230
/** Untagged quantities swing once in this time, s, each with a phase of its own. */
const SWING_S = 900

/** What a point of a virtual unit reads at a moment: the physics of its tag where it has one, else something plausible. */
export function virtualValue(point: DataPoint, plant: Plant, now_s: number): number {
  if (plant.planted_faults.includes(point.key)) return faultyValue(point)
  const named = point.tag === 'mode' ? modeOf(point, plant) : null
  const tagged = named ?? (point.tag === null ? null : inUnit(point.unit, tagValue(point.tag, plant)))
  return withinLimits(point, tagged ?? plausible(point, now_s))
}

/** What a fault point reads while its fault is planted: the first value with a code of its own, else the bit that is not normal. */
const faultyValue = ({ choices, normal }: DataPoint): number =>
  choices.find(({ fault }) => fault !== undefined)?.value ?? 1 - normal

/** The named value that says what the machine does now, or of a setting, what it may do; null = no name says so. */
function modeOf({ choices, rw }: DataPoint, { state }: Plant): number | null {
  const purposes = choices.map(({ value }) => ({ value, purpose: purposeOf(choices, value) }))
  const find = (wanted: (purpose: ValuePurpose) => boolean): number | undefined =>
    purposes.find(({ purpose }) => purpose !== null && wanted(purpose))?.value
  const heating = find((one) => one.heating && !one.hot_water) ?? find((one) => one.heating)
  if (rw === 'rw') return find((one) => one.heating && one.hot_water) ?? heating ?? null
  if (state.run === RUN.hot_water) return find((one) => one.hot_water && !one.heating) ?? heating ?? null
  if (state.run === RUN.cooling) return find((one) => one.cooling) ?? null
  const resting = purposes.find(({ purpose }) => purpose === null)?.value
  return (state.hz > 0 ? heating : (resting ?? heating)) ?? null
}

/** Values by tag in °C, bar, Hz, V, A, W, kWh, m³/h, steps and 0/1; null = nothing the physics knows. */
function tagValue(tag: SemanticTag, plant: Plant): number | null {
  const { state, settings, params } = plant
  const circuit = circuitOf(plant)
  const running = state.hz > 0
  const values: Partial<Record<SemanticTag, number>> = {
    power_on: settings.power,
    set_heat: settings.sp_heat,
    set_cool: settings.sp_cool,
    set_dhw: settings.sp_dhw,
    t_out: state.t_flow,
    t_in: state.t_return,
    t_ambient: state.t_amb,
    t_coil: circuit.t_coil,
    t_suction: circuit.t_suction,
    t_discharge: circuit.t_discharge,
    t_dhw: state.t_tank,
    t_buffer: state.t_water,
    t_room: state.t_room,
    comp_hz: state.hz,
    comp_hz_target: state.hz_target,
    comp_on: running ? 1 : 0,
    eev: circuit.eev,
    evi: 0,
    fan_rpm: running ? 420 + 420 * Math.min(1, state.load) : 0,
    pump_pwm: state.flow_m3h > 0 ? 70 * Math.min(1, state.flow_m3h / params.flow_m3h) : 0,
    flow: state.flow_m3h,
    p_high: circuit.p_high,
    p_low: circuit.p_low,
    volt: MAINS_V,
    amp: state.p_w / MAINS_V,
    p_elec: state.p_w,
    p_heat: Math.max(0, state.q_w),
    cop: running && state.p_w > 0 ? Math.max(0, state.q_w) / state.p_w : 0,
    e_elec: (state.e_in_heat_j + state.e_in_dhw_j) / J_PER_KWH,
    e_heat: (state.e_out_heat_j + state.e_out_dhw_j) / J_PER_KWH,
    e_elec_dhw: state.e_in_dhw_j / J_PER_KWH,
    e_heat_dhw: state.e_out_dhw_j / J_PER_KWH,
    starts: state.starts,
    defrosts: state.defrosts,
    dhw_valve: state.run === RUN.hot_water ? 1 : 0,
    cooling: state.run === RUN.cooling ? 1 : 0,
    defrost: state.run === RUN.defrost ? 1 : 0,
    antifreeze: 0,
    sterilize: state.legionella,
    aux_heater: state.heater_w > 0 ? 1 : 0,
    dhw_heater: state.tank_heater_w > 0 ? 1 : 0,
    fault_bits: 0,
    fault_code: 0,
  }
  return values[tag] ?? null
}

/** Factors from the units of {@link tagValue} to others a board may use. */
const FACTORS: Readonly<Record<string, number>> = {
  kW: 0.001,
  Wh: 1000,
  MWh: 0.001,
  'L/min': 1000 / 60,
  'L/h': 1000,
  kPa: 100,
  MPa: 0.1,
}

const inUnit = (unit: string, value: number | null): number | null =>
  value === null ? null : value * (FACTORS[unitName(unit)] ?? 1)

/** Where quantities of a unit usually lie. */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  '°C': [18, 45],
  K: [3, 7],
  bar: [6, 18],
  Hz: [30, 60],
  '%': [20, 80],
  V: [226, 234],
  A: [3, 9],
  W: [800, 2500],
  kW: [0.8, 6],
  kWh: [1200, 1210],
  'r/min': [450, 800],
  'm³/h': [0.9, 1.4],
  'L/min': [15, 24],
  h: [1500, 1510],
}
const NO_UNIT = [0, 10] as const

function plausible(point: DataPoint, now_s: number): number {
  const { alarm, normal, choices, default_value, rw, data_type, query_cmd, unit } = point
  if (alarm) return normal
  if (default_value !== null) return default_value
  const [first] = choices
  if (first !== undefined) return first.value
  if (data_type === 'bit' || data_type === 'bool' || query_cmd <= 2) return normal
  const [low, high] = limitsOf(point) ?? RANGES[unitName(unit)] ?? NO_UNIT
  if (rw === 'rw') return onStep(point, (low + high) / 2)
  if (point.accumulate) return low + now_s / 3600
  const phase = seedOf(1, point.key) / 2 ** 32
  return (low + high) / 2 + ((high - low) / 2) * Math.sin(2 * Math.PI * (now_s / SWING_S + phase))
}

const limitsOf = ({ min, max }: DataPoint): readonly [number, number] | null =>
  typeof min === 'number' && typeof max === 'number' ? [min, max] : null

const onStep = ({ step, min }: DataPoint, value: number): number => {
  if (step === null) return Math.round(value)
  const from = typeof min === 'number' ? min : 0
  return from + Math.round((value - from) / step) * step
}

const withinLimits = (point: DataPoint, value: number): number => {
  const limits = point.rw === 'rw' ? limitsOf(point) : null
  return limits === null ? value : Math.min(limits[1], Math.max(limits[0], value))
}
