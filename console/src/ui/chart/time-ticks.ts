import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { BROWSER_ZONE, zoneInUse } from '../display.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** 1 January 1970 was a Thursday: weeks begin four days later. */
const MONDAY_MS = 4 * DAY_MS

/** Steps of local time; weeks begin on Monday. Longer steps are whole months. */
const STEPS_MS = [
  1,
  2,
  5,
  10,
  15,
  30,
  60,
  2 * 60,
  3 * 60,
  4 * 60,
  6 * 60,
  12 * 60,
  24 * 60,
  2 * 24 * 60,
  7 * 24 * 60,
].map((minutes) => minutes * MINUTE_MS)
const MONTHS = [1, 2, 3, 6, 12]
const MONTH_MS = 30 * DAY_MS
const TICKS_MAX = 8

/**
 * Tick times (unix ms) at full hours, midnights or months of the display zone. Undefined for the browser's own zone,
 * which the chart handles itself.
 */
export const timeTicks = (from: number, to: number): number[] | undefined => {
  const zone = zoneInUse()
  if (zone === BROWSER_ZONE) return undefined
  const clock = zoneClock(zone)
  const shown = roundTimes(clock.shown(from), clock.shown(to))
  return shown.map(clock.moment).filter((at) => at >= from && at <= to)
}

/** Round times between two times, as if both were UTC. */
const roundTimes = (from: number, to: number): number[] => {
  const step = STEPS_MS.find((ms) => (to - from) / ms <= TICKS_MAX)
  if (step === undefined) return months(from, to)
  const since = step % (7 * DAY_MS) === 0 ? MONDAY_MS : 0
  const first = Math.ceil((from - since) / step)
  const count = Math.floor((to - since) / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => since + (first + at) * step)
}

const months = (from: number, to: number): number[] => {
  const step = MONTHS.find((count) => (to - from) / (count * MONTH_MS) <= TICKS_MAX) ?? 12
  const begin = new Date(from)
  const year = begin.getUTCFullYear()
  const first = Math.floor(begin.getUTCMonth() / step) * step
  const times = Array.from({ length: TICKS_MAX + 2 }, (_, at) => Date.UTC(year, first + at * step))
  return times.filter((at) => at >= from && at <= to)
}
