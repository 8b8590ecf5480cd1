import type { Params } from './params.ts'

/** What a person may set on the board, in the units of the register map (C, K, min, Hz); names = its point keys. */
export type Settings = {
  power: number
  mode: number
  sp_heat: number
  sp_cool: number
  sp_dhw: number
  hys_heat: number
  hys_dhw: number
  perf_mode: number
  hc_x1: number
  hc_x2: number
  hc_x3: number
  hc_x4: number
  hc_y1: number
  hc_y2: number
  hc_y3: number
  hc_y4: number
  dT_pump: number
  df_period: number
  df_max: number
  df_hz: number
  lg_temp: number
  lg_day: number
  tm1_h: number
  tm1_m: number
}

/** Settings as the installer left them: factory values, the building's heating curve, the wanted hot water. */
export function installedSettings(params: Params): Settings {
  const [y1, y2, y3, y4] = params.curve_c
  return {
    power: 1,
    mode: 3,
    sp_heat: installedHeatSetPoint(params),
    sp_cool: 18,
    sp_dhw: params.sp_dhw_c,
    hys_heat: 4,
    hys_dhw: 5,
    perf_mode: 0,
    hc_x1: -15,
    hc_x2: -5,
    hc_x3: 5,
    hc_x4: 15,
    hc_y1: y1,
    hc_y2: y2,
    hc_y3: y3,
    hc_y4: y4,
    dT_pump: 5,
    df_period: 45,
    df_max: 8,
    df_hz: 70,
    lg_temp: params.lg_temp_c,
    lg_day: 0,
    tm1_h: 0,
    tm1_m: 0,
  }
}

/** The heating set-point at which the curve applies as drawn: the flow temperature of its coldest point. */
function installedHeatSetPoint(params: Params): number {
  return Math.min(55, params.curve_c[0])
}

/**
 * Flow temperature the board aims at, C: linear between the four curve points, flat outside them; a heating
 * set-point off its installed value shifts the whole curve in parallel.
 */
export function flowTarget(settings: Settings, params: Params, t_out_c: number): number {
  const { hc_x1, hc_x2, hc_x3, hc_x4, hc_y1, hc_y2, hc_y3, hc_y4 } = settings
  const shift_k = settings.sp_heat - installedHeatSetPoint(params)
  const onCurve =
    t_out_c <= hc_x1
      ? hc_y1
      : t_out_c < hc_x2
        ? between(t_out_c, hc_x1, hc_y1, hc_x2, hc_y2)
        : t_out_c < hc_x3
          ? between(t_out_c, hc_x2, hc_y2, hc_x3, hc_y3)
          : t_out_c < hc_x4
            ? between(t_out_c, hc_x3, hc_y3, hc_x4, hc_y4)
            : hc_y4
  return Math.min(60, Math.max(20, onCurve + shift_k))
}

function between(x: number, x0: number, y0: number, x1: number, y1: number): number {
  return x1 > x0 ? y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) : y0
}
