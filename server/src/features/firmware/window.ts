import type { UpgradeWindow } from '@heatfleet/contract/firmware/firmware.ts'
import { type ZoneClock, zoneClock } from '@heatfleet/contract/zone-clock.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Zones in use: a handful, each with an expensive formatter. */
const clocks = new Map<string, ZoneClock>()

const clockOf = (time_zone: string): ZoneClock => {
  const known = clocks.get(time_zone)
  const clock = known ?? zoneClock(time_zone)
  clocks.set(time_zone, clock)
  return clock
}
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** When the window of a unit opens next, by the clocks there; null = it is open. */
export const opensAt = (window: UpgradeWindow, time_zone: string, now_ms: number): Date | null => {
  const clock = clockOf(time_zone)
  const shown_ms = clock.shown(now_ms)
  const now = Math.floor(shown_ms / MINUTE_MS) % DAY_MINUTES
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)]
  const is_open = from < to ? now >= from && now < to : now >= from || now < to
  if (is_open) return null
  const midnight_ms = shown_ms - (shown_ms % (DAY_MINUTES * MINUTE_MS))
  const days = now < from ? 0 : 1
  return new Date(clock.moment(midnight_ms + (from + days * DAY_MINUTES) * MINUTE_MS))
}
