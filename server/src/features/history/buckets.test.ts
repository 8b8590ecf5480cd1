import { describe, expect, it } from 'vitest'
import { calendarDays, evenBuckets } from './buckets.ts'

const HOUR = 3_600_000

describe('buckets', () => {
  it('of one length begin at its multiples', () => {
    expect(evenBuckets(5_000)(12_345)).toEqual({ from_ms: 10_000, to_ms: 15_000 })
    expect(evenBuckets(5_000)(10_000).from_ms).toBe(10_000)
  })

  it.each([
    ['UTC', '2026-03-29T12:00:00Z', '2026-03-29T00:00:00Z', 24],
    ['Europe/Warsaw', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', 23],
    ['Europe/Warsaw', '2026-10-25T23:30:00Z', '2026-10-25T23:00:00Z', 24],
    ['Europe/Warsaw', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z', 25],
    ['Asia/Shanghai', '2026-06-30T16:00:00Z', '2026-06-30T16:00:00Z', 24],
    ['Asia/Kathmandu', '2026-06-30T18:14:59Z', '2026-06-29T18:15:00Z', 24],
    ['Australia/Lord_Howe', '2026-10-03T20:00:00Z', '2026-10-03T13:30:00Z', 23.5],
    // Clocks go forward at midnight: the day begins at one o'clock.
    ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00:00Z', 23],
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05T04:00:00Z', 24],
  ])('of a calendar day in %s that holds %s begin at %s and last %d hours', (zone, at, from, hours) => {
    const from_ms = Date.parse(from)
    expect(calendarDays(zone)(Date.parse(at))).toEqual({ from_ms, to_ms: from_ms + hours * HOUR })
  })

  it.each(['Europe/London', 'Africa/Casablanca', 'Asia/Tehran', 'Pacific/Chatham', 'America/Santiago'])(
    'of the calendar days of a year in %s follow each other without a gap',
    (zone) => {
      const dayOf = calendarDays(zone)
      let end_ms = dayOf(Date.UTC(2026, 0, 1)).to_ms
      for (let day = 0; day < 365; day++) {
        const next = dayOf(end_ms)
        expect(next.from_ms).toBe(end_ms)
        expect(next.to_ms - next.from_ms).toBeGreaterThanOrEqual(23 * HOUR)
        end_ms = next.to_ms
      }
    },
  )
})
