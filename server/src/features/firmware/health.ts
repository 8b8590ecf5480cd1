import type { Ended } from '../rollouts/public.ts'
import type { EndedUpgrade } from './store-upgrades.ts'

const MINUTE_MS = 60_000

/**
 * What an upgrade that ended means for its unit; null = the unit is still being watched. A sick unit is a failure at once,
 * a healthy one counts when it was watched long enough.
 */
export const healthOf = (
  { state, reason, finished_at, online, bus_status, new_alarm }: Omit<EndedUpgrade, 'device_id' | 'last_offline_at'>,
  health_minutes: number,
  now_ms: number,
): Ended | null => {
  if (state !== 'success') return { kind: 'failed', reason: reason ?? state, read_back: {} }
  if (health_minutes === 0) return { kind: 'done', read_back: {} }
  if (new_alarm) return { kind: 'failed', reason: 'health_alarm', read_back: {} }
  if (bus_status === 'lost') return { kind: 'failed', reason: 'health_bus', read_back: {} }
  if (finished_at !== null && now_ms < finished_at.getTime() + health_minutes * MINUTE_MS) return null
  return online ? { kind: 'done', read_back: {} } : { kind: 'failed', reason: 'health_offline', read_back: {} }
}

/** Why a unit may not be upgraded now; null = it may. What is not known does not hinder. */
export const hindranceOf = (
  { outside_c, compressor_hz }: { outside_c: number | null; compressor_hz: number | null },
  { cold_limit_c, spare_heating }: { cold_limit_c: number | null; spare_heating: boolean },
): 'too_cold' | 'heats_now' | null => {
  if (cold_limit_c !== null && outside_c !== null && outside_c < cold_limit_c) return 'too_cold'
  return spare_heating && compressor_hz !== null && compressor_hz > 0 ? 'heats_now' : null
}
