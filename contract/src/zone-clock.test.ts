import { describe, expect, it } from 'vitest'
import { zoneClock } from './zone-clock.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

describe('the clocks of a zone', () => {
  it.each([
    ['UTC', '2026-11-24T02:15:00.123', '2026-11-24T02:15:00.123'],
    ['Asia/Shanghai', '2026-11-24T02:15:00.000', '2026-11-24T10:15:00.000'],
    ['America/Sao_Paulo', '2026-11-24T02:15:00.000', '2026-11-23T23:15:00.000'],
    ['Asia/Kathmandu', '1969-12-31T18:00:00.500', '1969-12-31T23:30:00.500'],
    // A year that is being typed, and the one before the first.
    ['Asia/Tokyo', '0020-01-01T00:00:00.000', '0020-01-01T09:18:59.000'],
    ['Asia/Tokyo', '0000-12-31T23:00:00.000', '0001-01-01T08:18:59.000'],
    ['America/Sao_Paulo', '0001-01-01T00:00:00.000', '0000-12-31T20:53:32.000'],
    // The day on which clocks go forward, before and after they do.
    ['Europe/Warsaw', '2026-03-29T00:59:59.999', '2026-03-29T01:59:59.999'],
    ['Europe/Warsaw', '2026-03-29T01:00:00.000', '2026-03-29T03:00:00.000'],
  ])('of %s show at %s %s, and the other way round', (zone, at, shown) => {
    const clock = zoneClock(zone)
    expect(clock.shown(utc(at))).toBe(utc(shown))
    expect(clock.moment(utc(shown))).toBe(utc(at))
  })

  it.each([
    // Shown twice, when clocks go back: one of the two.
    ['Europe/Warsaw', '2026-10-25T02:30:00', ['2026-10-25T00:30:00', '2026-10-25T01:30:00']],
    // Never shown, when they go forward: an hour beside it.
    ['Europe/Warsaw', '2026-03-29T02:30:00', ['2026-03-29T00:30:00', '2026-03-29T01:30:00']],
  ])('of %s that show %s do so near it', (zone, shown, moments) => {
    expect(moments.map(utc)).toContain(zoneClock(zone).moment(utc(shown)))
  })

  it('give each end of a day as it was typed', () => {
    const clock = zoneClock('Asia/Shanghai')
    const end = clock.moment(utc('2026-11-24T23:59:59.999'))
    expect(new Date(end).toISOString()).toBe('2026-11-24T15:59:59.999Z')
    expect(clock.dayStart(end)).toBe(utc('2026-11-23T16:00:00'))
  })
})
