import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Spec 9: 2 s after an unwanted close, growing by 1.3 with each failure in a row up to 10 s. `failures` counts from 0. */
export const reconnectDelayMs = (failures: number): number =>
  Math.min(LIMITS.push_reconnect_ms * LIMITS.push_reconnect_growth ** failures, LIMITS.push_reconnect_max_ms)

/** Failures in a row after a connection closed: one that held long enough (spec 9, minimum uptime) starts anew. */
export const failuresAfterClose = (failures: number, uptime_ms: number): number =>
  uptime_ms >= LIMITS.push_min_uptime_ms ? 0 : failures + 1

/** After so many failures in a row the badge says offline instead of reconnecting. */
export const OFFLINE_AFTER_FAILURES = 3
