import { type ZoneClock, zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { zoneInUse } from './display.ts'

/** The first instant of a calendar day, `2026-11-21`, in the display zone; ISO 8601 UTC. */
export const dayStart = (day: string | undefined): string | undefined =>
  // Noon exists on every day; midnight does not where clocks go forward then.
  instantOf(day, (clock, date) => clock.dayStart(clock.moment(Date.parse(`${date}T12:00:00Z`))))

/** The last instant of a calendar day. */
export const dayEnd = (day: string | undefined): string | undefined =>
  instantOf(day, (clock, date) => clock.moment(Date.parse(`${date}T23:59:59.999Z`)))

const instantOf = (day: string | undefined, at: (clock: ZoneClock, day: string) => number): string | undefined =>
  day === undefined ? undefined : new Date(at(zoneClock(zoneInUse()), day)).toISOString()

/** The calendar day of a time (ISO 8601) in the display zone, `2026-11-21`. */
export const dayOf = (time: string): string =>
  new Date(zoneClock(zoneInUse()).shown(Date.parse(time))).toISOString().slice(0, 10)
