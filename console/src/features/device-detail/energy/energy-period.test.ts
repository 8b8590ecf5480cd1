import { expect, test } from 'vitest'
import { daysOfPeriod, type EnergyPeriod } from './energy-period.ts'

test.each<[EnergyPeriod, string, string, string]>([
  ['30', '2026-11-28T12:00:00Z', '2026-10-30', '2026-11-29'],
  ['90', '2026-03-01T00:00:00Z', '2025-12-02', '2026-03-02'],
  ['365', '2026-11-28T23:59:59Z', '2025-11-29', '2026-11-29'],
  // The season that lasts, from its first day to its last.
  ['season', '2026-10-01T00:00:00Z', '2026-10-01', '2026-10-02'],
  ['season', '2026-12-31T22:00:00Z', '2026-10-01', '2027-01-01'],
  ['season', '2027-01-01T00:00:00Z', '2026-10-01', '2027-01-02'],
  ['season', '2027-04-30T12:00:00Z', '2026-10-01', '2027-04-30'],
  // In summer the last one, whole.
  ['season', '2027-05-01T00:00:00Z', '2026-10-01', '2027-04-30'],
  ['season', '2027-09-30T23:00:00Z', '2026-10-01', '2027-04-30'],
])('%s at %s is %s to %s', (period, now, from, to) => {
  expect(daysOfPeriod(period, Date.parse(now))).toEqual({ from, to })
})
