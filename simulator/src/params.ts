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
  sp_dhw_c: number
}

const CURVES = { modern: [42, 37, 32, 26], retrofit: [52, 47, 41, 33] } as const satisfies Record<
  Building,
  readonly number[]
>
/** Coldest hour the installer reckons with and the room temperature to hold. */
const DESIGN_OUT_C = -15
const ROOM_C = 21

/** Draws one installation; the building fits the machine as installers size it, give or take 15 %. Ranges: domain 6. */
export function drawParams(random: Random, building: Building, rated_kw: number): Params {
  const q_nom_w = rated_kw * 1000
  const size = q_nom_w / 8000
  // a curve fits its building: most are trimmed a little below the installer's first setting
  const shift_k = Math.round(random.normal(-1, 1.2) * 2) / 2
  const curve = CURVES[building]
  const ua_wk = 15 * rated_kw * random.between(0.85, 1.15)
  const gains_w = random.between(250, 450)
  const meanWater_c = curve[0] + shift_k - 2.5
  const lift_k = meanWater_c - ROOM_C
  const designLoad_w = ua_wk * (ROOM_C - DESIGN_OUT_C) - gains_w
  return {
    q_nom_w,
    min_share: random.between(0.28, 0.35),
    eta: random.normal(0.478, 0.02),
    air_kg_s: (3500 * 1.25 * size) / 3600,
    frost_limit_kg: size,
    pump_w: random.between(20, 50) * Math.sqrt(size),
    flow_m3h: random.between(2, 2.9) * rated_kw * 0.06,
    ua_wk,
    room_jk: random.between(6, 15) * 3.6e6 * size,
    gains_w,
    sun_m2: random.between(0.5, 2),
    emitter_wk: (designLoad_w / (lift_k * (lift_k / 30) ** 0.1)) * random.between(0.9, 1.05),
    water_jk: random.between(building === 'modern' ? 170 : 140, 250) * size * 4187,
    tank_jk: random.between(150, 300) * 4187,
    tank_loss_wk: random.between(1.5, 2.2),
    // EN 16147 profile M, or L for one building in six; gives the fleet's 6..28 % share of hot water
    draws_kwh_day: random.next() < 0.83 ? random.between(4, 6.5) : 11.7,
    mains_v: random.between(227, 236),
    climate_shift_k: random.normal(0, 1),
    curve_c: [curve[0] + shift_k, curve[1] + shift_k, curve[2] + shift_k, curve[3] + shift_k],
    sp_dhw_c: 45 + Math.floor(random.between(0, 6)),
  }
}
