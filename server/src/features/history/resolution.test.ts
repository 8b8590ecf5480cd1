import { RESOLUTIONS, type Resolution } from '@heatfleet/contract/history/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { countBuckets, planResolution } from './resolution.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const FROM = Date.UTC(2026, 10, 14, 9, 17, 3)
const one = ['a4c138000004']

describe('the resolution of a curve', () => {
  it.each([
    [10 * MINUTE, 1_000, 1],
    [DAY, 1_000, 120],
    [DAY, 1_500, 60],
    [7 * DAY, 1_000, 900],
    [30 * DAY, 1_000, 3_600],
    [400 * DAY, 50, 14 * 86_400],
  ])('of %d ms on %d pixels has buckets of %d s', (length_ms, width_px, bucket_s) => {
    const plan = planResolution({ resolution: 'auto', width_px, macs: one }, FROM, FROM + length_ms)
    expect(plan).toEqual({ kind: 'auto', rows_max: width_px, bucket_s })
  })

  it('never has more buckets than pixels, whatever the period', () => {
    for (let days = 1; days <= LIMITS.history_period_days_max; days += 3)
      for (const width_px of [50, 333, 1_000, 4_000]) {
        const [from, to] = [FROM + days * 777_777, FROM + days * 777_777 + days * DAY]
        const plan = planResolution({ resolution: 'auto', width_px, macs: one }, from, to)
        expect(plan.kind === 'auto' && countBuckets(plan.bucket_s, from, to)).toBeLessThanOrEqual(width_px)
      }
  })

  it.each(['1m', '5m', '1h', 'day'] satisfies Resolution[])('is %s when requested', (resolution) => {
    const plan = planResolution({ resolution, width_px: 100, macs: one }, FROM, FROM + 2 * DAY)
    expect(plan).toEqual({ kind: 'buckets', bucket_s: RESOLUTIONS[resolution] })
  })

  it('is coarsened where minutes of a year would not fit into one answer', () => {
    const plan = planResolution({ resolution: '1m', width_px: 100, macs: one }, FROM, FROM + 365 * DAY)
    expect(plan).toEqual({ kind: 'buckets', bucket_s: 1_800 })
  })

  it('shares the rows of one answer among the devices', () => {
    const plan = planResolution({ resolution: 'raw', width_px: 100, macs: [...one, 'b', 'c', 'd'] }, FROM, FROM + DAY)
    expect(plan).toEqual({ kind: 'raw', rows_max: 5_000 })
  })
})
