import type { ZoneClock } from '@heatfleet/contract/zone-clock.ts'
import { parseDay } from './day-text.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A typed clock time as `09:15`: hours and minutes with `:` or nothing between; null where it is none. */
export const parseClock = (typed: string): string | null => {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(typed.trim()) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null
}

/** A moment as a clock shows it, `2026-11-21 09:15`. */
export const momentText = (at_ms: number, clock: ZoneClock): string =>
  new Date(clock.shown(at_ms)).toISOString().slice(0, 16).replace('T', ' ')

/** The moment of a typed day with or without a clock time, unix ms; null where it is none. */
export const parseMoment = (typed: string, clock: ZoneClock): number | null => {
  const [typed_day = '', typed_clock = '00:00', ...rest] = typed.trim().split(/[T\s]+/)
  const [day, time] = [parseDay(typed_day), parseClock(typed_clock)]
  return day === null || time === null || rest.length > 0 ? null : clock.moment(Date.parse(`${day}T${time}Z`))
}

/** The last millisecond of the day of a moment. */
export const dayEndOf = (at_ms: number, clock: ZoneClock): number =>
  clock.moment(Math.floor(clock.shown(at_ms) / DAY_MS) * DAY_MS + DAY_MS - 1)

type Range = { from: number | null; to: number | null }

/**
 * A period with one end at another time, unix ms. The other end moves along where the period would be reversed or longer
 * than allowed: a period is moved by typing either end first.
 */
export const movedRange = (range: Range, end: 'from' | 'to', at_ms: number | null, days_max = Infinity): Range => {
  const other = end === 'from' ? range.to : range.from
  if (at_ms === null || other === null) return { ...range, [end]: at_ms }
  const before = range[end]
  const length_ms = before === null ? MINUTE_MS : Math.abs(other - before)
  const sign = end === 'from' ? 1 : -1
  const next_ms = (other - at_ms) * sign
  const kept = next_ms <= 0 ? at_ms + sign * length_ms : other
  const fitted = Math.abs(kept - at_ms) > days_max * DAY_MS ? at_ms + sign * days_max * DAY_MS : kept
  return end === 'from' ? { from: at_ms, to: fitted } : { from: fitted, to: at_ms }
}
