import { RETRY_PAUSES_MS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { NotifiedEvent } from '@heatfleet/contract/notification-policies/policy.ts'
import {
  isQuietAt,
  type NotificationKind,
  type Preferences,
  SEVERITIES,
  type Severity,
} from '@heatfleet/contract/preferences.ts'
import { type ZoneClock, zoneClock } from '@heatfleet/contract/zone-clock.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
type QuietHours = Preferences['quiet_hours']

// Zones are few, and making a clock takes longer than all else of a delivery.
const clocks = new Map<string, ZoneClock>()
const clockOf = (time_zone: string): ZoneClock => {
  const clock = clocks.get(time_zone) ?? zoneClock(time_zone)
  clocks.set(time_zone, clock)
  return clock
}

/** The moment at which quiet hours end that hold at this one; null = it is not quiet. Unix ms. */
export const quietUntil = (quiet: QuietHours, time_zone: string, at_ms: number): number | null => {
  if (!quiet.on) return null
  const clock = clockOf(time_zone)
  const shown = clock.shown(at_ms)
  if (!isQuietAt(quiet, new Date(shown).toISOString().slice(11, 16))) return null
  const [hours = 0, minutes = 0] = quiet.to.split(':').map(Number)
  const end = Math.floor(shown / DAY_MS) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  return clock.moment(end > shown ? end : end + DAY_MS)
}

/** When a message is due, and whether it waits to be sent with others. Critical ones wait for neither. */
export const dueOf = (
  severity: Severity,
  {
    quiet,
    digest_minutes,
    gather_ms,
  }: {
    quiet: readonly { hours: QuietHours; time_zone: string }[]
    digest_minutes: number
    gather_ms: number
  },
  now_ms: number,
): { due_ms: number; gathered: boolean } => {
  if (severity === 'critical') return { due_ms: now_ms + gather_ms, gathered: false }
  // The end of one may lie within the other.
  let due_ms = now_ms
  for (const { hours, time_zone } of [...quiet, ...quiet]) due_ms = quietUntil(hours, time_zone, due_ms) ?? due_ms
  if (digest_minutes > 0) {
    const every_ms = digest_minutes * MINUTE_MS
    due_ms = Math.ceil(Math.max(due_ms, now_ms + 1) / every_ms) * every_ms
  }
  return due_ms === now_ms ? { due_ms: now_ms + gather_ms, gathered: false } : { due_ms, gathered: true }
}

/** Pause before the next attempt, ms; null = there is none. */
export const retryPauseMs = (attempts: number): number | null => RETRY_PAUSES_MS[attempts - 1] ?? null

/** The preference of a person that an event falls under. */
export const preferenceKindOf = (event: NotifiedEvent, alarm_type: string | null): NotificationKind => {
  switch (event) {
    case 'order_created':
    case 'order_escalated':
    case 'order_transferred':
    case 'order_dissatisfied':
      return 'order'
    case 'rollout_halted':
    case 'rollout_ended':
      return 'rollout'
    case 'alarm_raised':
    case 'alarm_recovered':
      if (alarm_type === 'offline') return 'device_offline'
      return alarm_type?.startsWith('sim_') === true ? 'iccid' : 'alarm'
    default:
      return event satisfies never
  }
}

/** Whether a policy's least severity lets an event through; only alarms have one. */
export const isSevereEnough = (event: NotifiedEvent, severity: Severity, least: Severity): boolean =>
  (event !== 'alarm_raised' && event !== 'alarm_recovered') || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)
