import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Where an idle session stands. */
export type Idle = { state: 'active' } | { state: 'warning'; left_ms: number } | { state: 'over' }

/** Spec 4: over after 2 h without mouse or key; the last five minutes are told. Times are unix ms. */
export const idleAt = (active_at: number, now: number): Idle => {
  const left_ms = active_at + LIMITS.session_idle_ms - now
  if (left_ms <= 0) return { state: 'over' }
  return left_ms <= LIMITS.session_idle_warning_ms ? { state: 'warning', left_ms } : { state: 'active' }
}

/** Activity is noted for all tabs of the browser at most this often: a moving mouse must not write on every step. */
export const NOTE_EVERY_MS = 1_000
/** The server counts calls, not mouse moves: while somebody is active it hears of it this often. */
export const TELL_EVERY_MS = 600_000
