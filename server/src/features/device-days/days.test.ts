import { describe, expect, it } from 'vitest'
import { zoneOfUnit } from '../devices/zone-of-country.ts'
import { nextDay, zoneDays } from './days.ts'

const HOUR = 3_600_000

describe('days of a unit', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-21', '2026-11-20T16:00:00Z', 24],
    ['Europe/Warsaw', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Warsaw', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['UTC', '2026-02-28', '2026-02-28T00:00:00Z', 24],
    ['Etc/GMT+8', '2026-01-01', '2026-01-01T08:00:00Z', 24],
  ])('in %s begin at its midnight: %s', (zone, day, begins, hours) => {
    const span = zoneDays(zone).of(day)
    expect(new Date(span.from_ms)).toEqual(new Date(begins))
    expect((span.to_ms - span.from_ms) / HOUR).toBe(hours)
    expect([zoneDays(zone).at(span.from_ms), zoneDays(zone).at(span.to_ms - 1), zoneDays(zone).at(span.to_ms)]).toEqual(
      [day, day, nextDay(day)],
    )
  })

  it.each([
    ['Asia/Shanghai', ['2026-11-20', '2026-11-21']],
    ['America/New_York', ['2026-11-19', '2026-11-20']],
    ['UTC', ['2026-11-20']],
  ])('of a UTC day in %s', (zone, days) => {
    expect(zoneDays(zone).ofUtcDay('2026-11-20')).toEqual(days)
  })

  it.each([
    ['Europe/Warsaw', 'PL', null, 'Europe/Warsaw'],
    [null, 'US', -122.4, 'Etc/GMT+8'],
    [null, 'AU', 151.2, 'Etc/GMT-10'],
    [null, 'ES', -3.7, 'UTC'],
    [null, 'US', null, 'UTC'],
    [null, null, 18, 'UTC'],
  ])('have the zone %s of %s at %s: %s', (of_country, country, lon, zone) => {
    expect(zoneOfUnit(of_country, country, lon)).toBe(zone)
    expect(() => zoneDays(zone)).not.toThrow()
  })
})
