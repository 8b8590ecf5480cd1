import { LIMITS } from '@heatfleet/contract/limits.ts'

/** State of an idle session. */
export type Idle = { state: 'active' } | { state: 'warning'; left_ms: number } | { state: 'over' }

/** Spec 4: expires after 2 h without mouse or key; the last five minutes show a warning. Times are unix ms. */
export const idleAt = (active_at: number, now: number): Idle => {
  const left_ms = active_at + LIMITS.session_idle_ms - now
  if (left_ms <= 0) return { state: 'over' }
  return left_ms <= LIMITS.session_idle_warning_ms ? { state: 'warning', left_ms } : { state: 'active' }
}

/** Activity is stored at most this often, ms: a moving mouse must not write on every event. */
export const NOTE_EVERY_MS = 1_000
/** Interval of keep-alive calls during activity, ms: the server counts calls, not mouse moves. */
export const TELL_EVERY_MS = 600_000
