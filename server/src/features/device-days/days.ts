import { zoneClock } from '@heatfleet/contract/zone-clock.ts'

const DAY_MS = 86_400_000

/** A calendar day in a time zone: `YYYY-MM-DD`, first instant and end, unix ms. */
export type Day = { day: string; from_ms: number; to_ms: number }

/** Days of a time zone. */
type ZoneDays = {
  /** The day that a moment lies in. */
  at: (at_ms: number) => string
  /** A day by its date. */
  of: (day: string) => Day
  /** The days that have a part in a UTC day. */
  ofUtcDay: (day: string) => string[]
}

/** Zones in use: a handful, each with an expensive formatter. */
const cached = new Map<string, ZoneDays>()

export const zoneDays = (time_zone: string): ZoneDays => {
  const known = cached.get(time_zone)
  if (known !== undefined) return known
  const clock = zoneClock(time_zone)
  const at = (at_ms: number): string => textOf(clock.shown(at_ms))
  const startOf = (day: string): number => clock.dayStart(clock.moment(Date.parse(day) + DAY_MS / 2))
  const made: ZoneDays = {
    at,
    of: (day) => ({ day, from_ms: startOf(day), to_ms: startOf(nextDay(day)) }),
    ofUtcDay: (day) => {
      const start_ms = Date.parse(day)
      const first = at(start_ms)
      const last = at(start_ms + DAY_MS - 1)
      return first === last ? [first] : [first, last]
    },
  }
  cached.set(time_zone, made)
  return made
}

/** The date after a date. */
export const nextDay = (day: string): string => textOf(Date.parse(day) + DAY_MS)

const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
