import { unitName } from '@heatfleet/contract/unit-names.ts'
import type { OperatingMode } from './schematic-state.ts'

/** A value with the unit of its point. */
export type Measured = { value: number; unit: string }
/** What a COP is found from; undefined = the product has no such point, or it has not reported. */
type Inputs = {
  mode: OperatingMode | null
  /** As the board says it. */
  cop: number | undefined
  heat: Measured | undefined
  power: Measured | undefined
  flow: Measured | undefined
  /** Flow and return temperature, in one unit. */
  flow_t: Measured | undefined
  return_t: Measured | undefined
}

const W: Readonly<Record<string, number>> = { W: 1, kW: 1_000 }
const L_MIN: Readonly<Record<string, number>> = { 'L/min': 1, 'm³/h': 1_000 / 60, 'L/h': 1 / 60 }
const KELVIN: Readonly<Record<string, number>> = { '°C': 1, '': 1, '°F': 5 / 9 }
/** Heat that one litre of water carries per kelvin, W for 1 L/min (product 3.41). */
const WATT_PER_LITRE_KELVIN = 4_186 / 60
/** Below it a unit rests, and the steps of its power decide the quotient, W. */
const LEAST_W = 150
/** Product 3.41: no COP outside of it. */
const COP_MAX = 10

const scaled = (measured: Measured | undefined, factors: Readonly<Record<string, number>>): number | null => {
  const factor = measured === undefined ? undefined : factors[unitName(measured.unit)]
  return measured === undefined || factor === undefined ? null : measured.value * factor
}

/**
 * The COP of this moment: of the board, else heat over electricity. Null while a unit rests, starts or defrosts, where the quotient
 * would mislead. Pure.
 */
export const copNow = ({ mode, cop, heat, power, flow, flow_t, return_t }: Inputs): number | null => {
  if (mode !== 'heating' && mode !== 'hot_water' && mode !== 'cooling') return null
  const electricity_w = scaled(power, W)
  if (electricity_w !== null && electricity_w < LEAST_W) return null
  if (cop !== undefined) return within(cop)
  if (electricity_w === null) return null
  const heat_w = scaled(heat, W) ?? heatOf(mode, flow, flow_t, return_t)
  return heat_w === null ? null : within(heat_w / electricity_w)
}

const heatOf = (
  mode: OperatingMode,
  flow: Measured | undefined,
  flow_t: Measured | undefined,
  return_t: Measured | undefined,
): number | null => {
  const litres = scaled(flow, L_MIN)
  const kelvin = flow_t === undefined ? undefined : KELVIN[unitName(flow_t.unit)]
  if (litres === null || flow_t === undefined || return_t === undefined || kelvin === undefined) return null
  const warmer_k = (flow_t.value - return_t.value) * kelvin
  return litres * WATT_PER_LITRE_KELVIN * (mode === 'cooling' ? -warmer_k : warmer_k)
}

const within = (cop: number): number | null => (cop > 0 && cop <= COP_MAX ? cop : null)
