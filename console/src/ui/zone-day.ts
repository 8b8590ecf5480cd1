import { type ZoneClock, zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { zoneInUse } from './display.ts'

/** The first instant of a calendar day, `2026-11-21`, in the zone times are written in; ISO 8601 UTC. */
export const dayStart = (day: string | undefined): string | undefined =>
  // Noon is on every clock; midnight is not, where clocks go forward then.
  instantOf(day, (clock, date) => clock.dayStart(clock.moment(Date.parse(`${date}T12:00:00Z`))))

/** Its last instant. */
export const dayEnd = (day: string | undefined): string | undefined =>
  instantOf(day, (clock, date) => clock.moment(Date.parse(`${date}T23:59:59.999Z`)))

const instantOf = (day: string | undefined, at: (clock: ZoneClock, day: string) => number): string | undefined =>
  day === undefined ? undefined : new Date(at(zoneClock(zoneInUse()), day)).toISOString()

/** The calendar day of a moment (ISO 8601) in that zone, `2026-11-21`. */
export const dayOf = (time: string): string =>
  new Date(zoneClock(zoneInUse()).shown(Date.parse(time))).toISOString().slice(0, 10)
