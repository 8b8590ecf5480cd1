import { readFileSync } from 'node:fs'
import { humidityRatio } from './moist-air.ts'

/** The weather years that ship with the simulator; sources in weather/README.md. */
export const CLIMATES = ['ulm', 'sandpoint', 'mild_coast', 'cold_plain'] as const
export type Climate = (typeof CLIMATES)[number]

/**
 * Climates made from the hours of another: `t_c` and `rh_pct` of an hour from those of its source, whose mean temperature is `mean_c`.
 * `mild_coast`: mild and damp as on an Atlantic coast. `cold_plain`: cold, dry winters far from the sea.
 */
type Derived = {
  from: Climate
  mean_c: number
  t_c: (t_c: number) => number
  rh_pct: (rh_pct: number, t_c: number) => number
}
const ULM_MEAN_C = 8.9
const DERIVED: Partial<Record<Climate, Derived>> = {
  mild_coast: {
    from: 'ulm',
    mean_c: 9.5,
    t_c: (over_k) => 0.65 * over_k,
    rh_pct: (rh_pct) => 100 - 0.8 * (100 - rh_pct),
  },
  cold_plain: {
    from: 'ulm',
    mean_c: 6,
    t_c: (over_k) => (over_k < 0 ? 1.6 : 1) * over_k,
    rh_pct: (rh_pct, t_c) => Math.max(0.5, 0.9 + 0.04 * Math.min(0, t_c)) * rh_pct,
  },
}

/** One typical year, hour by hour: outdoor temperature (C), humidity ratio (kg/kg), global radiation (W/m2). */
export type WeatherYear = {
  t_out_c: Float64Array
  humidity: Float64Array
  sun_wm2: Float64Array
  /** Hours between 0 and 6 C above 80 % of relative humidity: those in which coils ice up most. */
  damp_h: number
}

export const HOURS_A_YEAR = 8760
/** Each file counts its hours in its own zone and was measured at its own longitude. */
const FILE_UTC_OFFSET_H: Record<Climate, number> = { ulm: 0, sandpoint: -9, mild_coast: 0, cold_plain: 0 }
const STATION_LONGITUDE: Record<Climate, number> = { ulm: 10, sandpoint: -160.5, mild_coast: 10, cold_plain: 10 }

/** The coldest hour that installers reckon with, C. */
export const DESIGN_OUT_C: Record<Climate, number> = { ulm: -15, sandpoint: -11, mild_coast: -5, cold_plain: -25 }

const loaded = new Map<Climate, WeatherYear>()

/** Reads a weather year once per process; refuses a file that does not hold 8760 hours. */
export function readWeather(climate: Climate): WeatherYear {
  const cached = loaded.get(climate)
  if (cached) return cached
  const derived = DERIVED[climate]
  const lines = readFileSync(new URL(`../weather/${derived?.from ?? climate}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const year = parseWeather(lines.slice(1), derived)
  loaded.set(climate, year)
  return year
}

/** Parses `month-dayThour,t_out_c,rh_pct,ghi_wm2` lines, one an hour from 1 January on. */
function parseWeather(lines: readonly string[], derived?: Derived): WeatherYear {
  if (lines.length !== HOURS_A_YEAR) throw new Error(`a weather year has ${HOURS_A_YEAR} hours, not ${lines.length}`)
  const year: WeatherYear = {
    t_out_c: new Float64Array(HOURS_A_YEAR),
    humidity: new Float64Array(HOURS_A_YEAR),
    sun_wm2: new Float64Array(HOURS_A_YEAR),
    damp_h: 0,
  }
  lines.forEach((line, hour) => {
    const [, temperature, humidity_pct, sun] = line.split(',').map(Number)
    if (temperature === undefined || humidity_pct === undefined || sun === undefined || Number.isNaN(temperature + sun))
      throw new Error(`weather hour ${hour} is not readable: ${line}`)
    const t_c = derived === undefined ? temperature : derived.mean_c + derived.t_c(temperature - ULM_MEAN_C)
    const rh_pct = derived === undefined ? humidity_pct : derived.rh_pct(humidity_pct, t_c)
    year.t_out_c[hour] = t_c
    year.humidity[hour] = humidityRatio(t_c, rh_pct / 100)
    if (t_c >= 0 && t_c <= 6 && rh_pct > 80) year.damp_h += 1
    year.sun_wm2[hour] = sun
  })
  return year
}

/** Hour of the weather year (0..8760, fractional) that a moment falls on at a longitude: same season, same sun time. */
export function hourOfYear(time_s: number, climate: Climate, longitude: number): number {
  const year = new Date(time_s * 1000).getUTCFullYear()
  const utc_h = (time_s - Date.UTC(year, 0, 1) / 1000) / 3600
  const fileHour = utc_h + FILE_UTC_OFFSET_H[climate] + (longitude - STATION_LONGITUDE[climate]) / 15
  return (fileHour + 2 * HOURS_A_YEAR) % HOURS_A_YEAR
}
