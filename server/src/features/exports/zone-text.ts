const QUARTER_MS = 900_000
const MINUTE_MS = 60_000

/** A quarter of an hour, and how its beginning is written. */
export type ZoneQuarter = {
  /** Unix ms. */
  from_ms: number
  /** Up to the hour and its colon; null where clocks do not stand at a whole quarter then (local times of long ago). */
  hour: string | null
  minute: number
}

/** Time as a zone writes it at the beginning of a quarter of an hour: up to the hour, and the minute. */
const QUARTER = /^(.* \d\d:)(00|15|30|45):00$/

/** What the clocks of a zone show. */
type ZoneClock = {
  /** The quarter a moment (unix ms) lies in. Zones differ by quarters, so one look at the zone's rules does for all moments of one. */
  quarterOf: (at_ms: number) => ZoneQuarter
  /** A moment of a quarter: `2026-11-21 10:15:00`. */
  textOf: (quarter: ZoneQuarter, at_ms: number) => string
}

export const createZoneClock = (time_zone: string): ZoneClock => {
  // Swedish is written year-month-day with 24 hours: the form spreadsheets read as a time.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'medium' })
  let cached: ZoneQuarter = { from_ms: Number.NaN, hour: null, minute: 0 }
  return {
    quarterOf: (at_ms) => {
      const from_ms = Math.floor(at_ms / QUARTER_MS) * QUARTER_MS
      if (from_ms !== cached.from_ms) {
        const [, hour = null, minute = '0'] = QUARTER.exec(format.format(from_ms)) ?? []
        cached = { from_ms, hour, minute: Number(minute) }
      }
      return cached
    },
    textOf: (quarter, at_ms) =>
      quarter.hour === null
        ? format.format(at_ms)
        : `${quarter.hour}${two(minuteOf(quarter, at_ms))}:${two(secondOf(quarter, at_ms))}`,
  }
}

/** Minute and second of a moment in its quarter. */
export const minuteOf = ({ from_ms, minute }: ZoneQuarter, at_ms: number): number =>
  minute + Math.floor((at_ms - from_ms) / MINUTE_MS)
export const secondOf = ({ from_ms }: ZoneQuarter, at_ms: number): number =>
  Math.floor(((at_ms - from_ms) % MINUTE_MS) / 1000)

/** Writes moments as they were in a zone: `2026-11-21 10:15:00`. */
export const createZoneText = (time_zone: string): ((at: Date) => string) => {
  const { quarterOf, textOf } = createZoneClock(time_zone)
  return (at) => textOf(quarterOf(at.getTime()), at.getTime())
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
