import { describe, expect, test } from 'vitest'
import { type BandKey, FLEET_BAND } from './fleet-band.ts'
import { readWeather } from './weather.ts'
import { runYear, type YearResult } from './year-run.ts'

const HOUSES = 24
const SIZES_KW = [6, 8, 10, 12] as const

/** One house in six has old radiators: in the fleet one in ten runs above a flow of 38 C. */
function years(): YearResult[] {
  const weather = readWeather('ulm')
  return Array.from({ length: HOUSES }, (_, index) =>
    runYear(index + 1, index % 6 === 0 ? 'retrofit' : 'modern', SIZES_KW[(index >> 2) % 4] ?? 8, weather),
  )
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.round(share * (values.length - 1))] ?? Number.NaN

describe('a year in Ulm', () => {
  const results = years()
  const keys: BandKey[] = ['spf', 'dhw_cop', 'defrosts', 'starts_per_running_hour', 'running_pct']

  test.each(keys)('the median of %s lies within the monitored fleet', (key) => {
    const values = results.map((result) => result[key])
    const [low, median, high] = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(2))
    const { p10, p90, unit } = FLEET_BAND[key]
    process.stdout.write(`${key}: ${low} / ${median} / ${high} ${unit} (fleet ${p10}..${p90})\n`)
    expect(quantile(values, 0.5)).toBeGreaterThanOrEqual(p10)
    expect(quantile(values, 0.5)).toBeLessThanOrEqual(p90)
  })

  test('every house stays warm', () => {
    expect(Math.min(...results.map(({ coldest_room_c }) => coldest_room_c))).toBeGreaterThan(17)
  })
})
