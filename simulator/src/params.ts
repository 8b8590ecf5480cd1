import { fullHeat } from './heat-pump.ts'
import type { Random } from './random.ts'

/** Two kinds of building: floor heating with a low curve, or old radiators with a curve 10 K higher (domain 6). */
export const BUILDINGS = ['modern', 'retrofit'] as const
export type Building = (typeof BUILDINGS)[number]

/** What an installation is made of; fixed for its life. Powers in W, heat capacities in J/K, conductances in W/K. */
export type Params = {
  /** Heat output at A7/W35, full speed. */
  q_nom_w: number
  /** Smallest heat output as a share of the largest at the same temperatures. */
  min_share: number
  /** Share of the Carnot figure the machine reaches. */
  eta: number
  air_kg_s: number
  /** Coil below the air at full load without frost, K: the larger the exchanger, the less. */
  coil_k: number
  /** Frost at which the coil-to-air gap calls for a defrost, kg. */
  frost_limit_kg: number
  pump_w: number
  flow_m3h: number
  ua_wk: number
  room_jk: number
  gains_w: number
  /** Window area that counts for the sun, m2. */
  sun_m2: number
  emitter_wk: number
  water_jk: number
  tank_jk: number
  tank_loss_wk: number
  draws_kwh_day: number
  mains_v: number
  /** How much warmer the place is than the weather station, K. */
  climate_shift_k: number
  /** Heating curve set by the installer: flow temperatures at -15, -5, 5 and 15 C outdoors. */
  curve_c: readonly [number, number, number, number]
  /** Heating stops when the flow is this far above its target, K. */
  stop_above_k: number
  sp_dhw_c: number
  /** Mean water temperature in the tank's coil above the tank while it is heated, K: the larger the coil, the less. */
  tank_coil_k: number
  /** Output of a run for hot water, as a share of what the machine could give. */
  dhw_share: number
  /** Weekly temperature against legionella, C: what the machine reaches alone, or with the heater of the tank. */
  lg_temp_c: number
}

const CURVES = { modern: [42, 37, 32, 26], retrofit: [52, 47, 41, 33] } as const satisfies Record<
  Building,
  Params['curve_c']
>
/** Coldest hour the installer reckons with and the room temperature to hold. */
const DESIGN_OUT_C = -15
const ROOM_C = 21
/** No curve of an installer goes lower, C. */
const LEAST_FLOW_C = 25

/** What distinguishes some installations: floors laid out for low temperatures; machines too large for little water, which cycle. */
const LOW_TEMPERATURE = { share: 0.33, shift_k: -5 } as const
const CYCLER = { share: 0.1, min_share: [0.5, 0.58], water: 0.45, stop_above_k: 3 } as const
/** Hot water, kWh a day: a few as much as profile L of EN 16147, the others around profile M by up to so many doublings. */
const DRAWS_KWH = { large: 11.7, large_share: 0.08, usual: 4.3, doublings: [-1.4, 0.9] } as const

/** Water in the coil above the tank, K: tanks made for heat pumps, and those that came with the boiler before and are heated as fast. */
const TANK_COIL_K = [0.5, 4.5] as const
const OLD_TANK = { share: 0.18, coil_k: [8, 11] as const, output: [0.75, 1] as const }
/** Homes that heat the tank to 60 C each week. */
const HEATED_SHARE = 0.6
/** Output of a run for hot water, as a share of what the machine could give: eco to fast. */
const DHW_SHARE = [0.35, 0.75] as const

/**
 * Draws one installation; the building fits the machine as installers size it, give or take a third, for the coldest hour of its
 * place. Ranges: domain 6.
 */
export function drawParams(
  random: Random,
  building: Building,
  rated_kw: number,
  design_out_c: number = DESIGN_OUT_C,
): Params {
  const q_nom_w = rated_kw * 1000
  const size = q_nom_w / 8000
  // a curve fits its building: most are trimmed a little below the installer's first setting
  const trimmed_k = Math.round(random.normal(-1.5, 1.5) * 2) / 2
  const ua_wk = 16 * rated_kw * random.between(0.78, 1.26) * sizing(design_out_c)
  const drawn = {
    gains_w: random.between(250, 450),
    min_share: random.between(0.33, 0.48),
    eta: random.normal(0.545, 0.022),
    pump_w: random.between(20, 50) * Math.sqrt(size),
    flow_m3h: random.between(2, 2.9) * rated_kw * 0.06,
    room_jk: random.between(6, 15) * 3.6e6 * size,
    sun_m2: random.between(0.5, 2),
    emitters: random.between(0.9, 1.05),
    water_l: random.between(building === 'modern' ? 130 : 110, 250) * size,
    tank_jk: random.between(150, 300) * 4187,
    tank_loss_wk: random.between(1.2, 3),
    draws_kwh_day:
      random.next() < 1 - DRAWS_KWH.large_share
        ? DRAWS_KWH.usual * 2 ** random.between(...DRAWS_KWH.doublings)
        : DRAWS_KWH.large,
    mains_v: random.between(227, 236),
    climate_shift_k: Math.max(-1.2, Math.min(1.2, random.normal(0, 0.7))),
    sp_dhw_c: 40 + Math.floor(random.between(0, 15)),
    coil_k: random.between(6.6, 8),
    stop_above_k: random.between(1.5, 5),
  }
  const is_low = building === 'modern' && random.next() < LOW_TEMPERATURE.share
  const is_cycler = random.next() < CYCLER.share
  const is_old_tank = random.next() < OLD_TANK.share
  const tank_coil_k = random.between(...rangeOf(is_old_tank, OLD_TANK.coil_k, TANK_COIL_K))
  const dhw_share = random.between(...rangeOf(is_old_tank, OLD_TANK.output, DHW_SHARE))
  const lg_temp_c = random.next() < HEATED_SHARE || is_old_tank ? 60 : 52
  const shift_k = trimmed_k + (is_low ? LOW_TEMPERATURE.shift_k : 0)
  const [y1, y2, y3, y4] = CURVES[building]
  const at = (t_c: number): number => Math.max(LEAST_FLOW_C, t_c + shift_k)
  const { emitters, water_l, ...params } = drawn
  const lift_k = at(y1) - 2.5 - ROOM_C
  const designLoad_w = ua_wk * (ROOM_C - DESIGN_OUT_C) - params.gains_w
  return {
    ...params,
    tank_coil_k,
    dhw_share,
    lg_temp_c,
    q_nom_w,
    min_share: is_cycler ? random.between(...CYCLER.min_share) : params.min_share,
    air_kg_s: (3500 * 1.25 * size) / 3600,
    frost_limit_kg: size,
    ua_wk,
    emitter_wk: (designLoad_w / (lift_k * (lift_k / 30) ** 0.1)) * emitters,
    water_jk: water_l * 4187 * (is_cycler ? CYCLER.water : 1),
    curve_c: [at(y1), at(y2), at(y3), at(y4)],
    stop_above_k: is_cycler ? CYCLER.stop_above_k : params.stop_above_k,
  }
}

type Range = readonly [low: number, high: number]
const rangeOf = (is_first: boolean, first: Range, second: Range): Range => (is_first ? first : second)

/** How much building a machine is given where the coldest hour is another than -15 C: less in the cold, more where it is mild. */
const sizing = (design_out_c: number): number => {
  const by_load = (ROOM_C - DESIGN_OUT_C) / (ROOM_C - design_out_c)
  const by_machine = fullHeat(1, design_out_c, ROOM_C + 15) / fullHeat(1, DESIGN_OUT_C, ROOM_C + 15)
  // in the cold installers give the machine more than its share and leave the coldest nights to the heater
  return (by_load * by_machine) ** (design_out_c < DESIGN_OUT_C ? 0.5 : 0.9)
}
