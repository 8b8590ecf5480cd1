const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The clocks of a time zone. */
export type ZoneClock = {
  /** What they show at a moment (unix ms), as if it were UTC: years to milliseconds can be read off it. */
  shown: (at_ms: number) => number
  /** The moment at which they show that, unix ms; the earlier or later hour of a change where they show it never or twice. */
  moment: (shown_ms: number) => number
  /** The first instant of the calendar day that a moment lies in, unix ms. */
  dayStart: (at_ms: number) => number
}

/** The clocks of a time zone (IANA name). */
export const zoneClock = (time_zone: string): ZoneClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const shown = (at_ms: number): number => {
    const parts = Object.fromEntries(format.formatToParts(at_ms).map(({ type, value }) => [type, value]))
    const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts[name])
    const year = parts.era === 'BC' ? 1 - part('year') : part('year')
    const below_s = at_ms - Math.floor(at_ms / 1000) * 1000
    // Not by Date.UTC, which takes the year 1 for 1901: a year that is being typed begins with zeros.
    const date = new Date(0).setUTCFullYear(year, part('month') - 1, part('day'))
    return date + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 + below_s
  }
  const offset = (at_ms: number): number => shown(at_ms) - at_ms
  const moment = (shown_ms: number): number => {
    // The offset of about that time first, then that of the moment itself: a clock change may lie between.
    const near = shown_ms - offset(shown_ms)
    return shown_ms - offset(near)
  }
  const dayShown = (at_ms: number): number => Math.floor(shown(at_ms) / DAY_MS)
  const dayStart = (at_ms: number): number => {
    const day = dayShown(at_ms)
    const start = moment(day * DAY_MS)
    // Where clocks go forward at midnight, the day begins with the first instant that shows it.
    return dayShown(start) === day ? start : firstShowing(day, start, dayShown)
  }
  return { shown, moment, dayStart }
}

const firstShowing = (day: number, from_ms: number, dayShown: (at_ms: number) => number): number => {
  let [before, after] = [from_ms, from_ms + 2 * HOUR_MS]
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000
    if (dayShown(middle) < day) before = middle
    else after = middle
  }
  return after
}
