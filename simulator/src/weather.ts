import { readFileSync } from 'node:fs'
import { humidityRatio } from './moist-air.ts'

/** The weather years that ship with the simulator; sources in weather/README.md. */
export const CLIMATES = ['ulm', 'sandpoint'] as const
export type Climate = (typeof CLIMATES)[number]

/** One typical year, hour by hour: outdoor temperature (C), humidity ratio (kg/kg), global radiation (W/m2). */
export type WeatherYear = { t_out_c: Float64Array; humidity: Float64Array; sun_wm2: Float64Array }

export const HOURS_A_YEAR = 8760
/** Each file counts its hours in its own zone and was measured at its own longitude. */
const FILE_UTC_OFFSET_H: Record<Climate, number> = { ulm: 0, sandpoint: -9 }
const STATION_LONGITUDE: Record<Climate, number> = { ulm: 10, sandpoint: -160.5 }

const loaded = new Map<Climate, WeatherYear>()

/** Reads a weather year once per process; refuses a file that does not hold 8760 hours. */
export function readWeather(climate: Climate): WeatherYear {
  const cached = loaded.get(climate)
  if (cached) return cached
  const lines = readFileSync(new URL(`../weather/${climate}.csv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const year = parseWeather(lines.slice(1))
  loaded.set(climate, year)
  return year
}

/** Parses `month-dayThour,t_out_c,rh_pct,ghi_wm2` lines, one an hour from 1 January on. */
export function parseWeather(lines: readonly string[]): WeatherYear {
  if (lines.length !== HOURS_A_YEAR) throw new Error(`a weather year has ${HOURS_A_YEAR} hours, not ${lines.length}`)
  const year: WeatherYear = {
    t_out_c: new Float64Array(HOURS_A_YEAR),
    humidity: new Float64Array(HOURS_A_YEAR),
    sun_wm2: new Float64Array(HOURS_A_YEAR),
  }
  lines.forEach((line, hour) => {
    const [, temperature, humidity_pct, sun] = line.split(',').map(Number)
    if (temperature === undefined || humidity_pct === undefined || sun === undefined || Number.isNaN(temperature + sun))
      throw new Error(`weather hour ${hour} is not readable: ${line}`)
    year.t_out_c[hour] = temperature
    year.humidity[hour] = humidityRatio(temperature, humidity_pct / 100)
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
