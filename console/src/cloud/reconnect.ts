import { LIMITS } from '@heatfleet/contract/limits.ts'

/**
 * Spec 9: 2 s after an unwanted close, times 1.3 for each consecutive failure, up to 10 s. `failures` counts from 0.
 */
export const reconnectDelayMs = (failures: number): number =>
  Math.min(LIMITS.push_reconnect_ms * LIMITS.push_reconnect_growth ** failures, LIMITS.push_reconnect_max_ms)

/** Consecutive failures after a close: a connection that reached the minimum uptime (spec 9) resets them. */
export const failuresAfterClose = (failures: number, uptime_ms: number): number =>
  uptime_ms >= LIMITS.push_min_uptime_ms ? 0 : failures + 1

/** Consecutive failures after which the badge says offline instead of reconnecting. */
export const OFFLINE_AFTER_FAILURES = 3
