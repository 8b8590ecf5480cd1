import type { UpgradePlan } from '@heatfleet/contract/firmware/firmware.ts'
import type { Ended } from '../rollouts/public.ts'
import type { EndedUpgrade } from './store-upgrades.ts'
import { opensAt } from './window.ts'

const MINUTE_MS = 60_000
/** Fewer reports than this before the upgrade say nothing of a rate. */
const REPORTS_MIN = 5
/** A unit that reports less than this share of what it did before is sick. */
const REPORTS_SHARE = 0.5

type Watched = Omit<EndedUpgrade, 'device_id' | 'last_offline_at'>
type Rules = Pick<UpgradePlan, 'health_minutes'> & Partial<Pick<UpgradePlan, 'retries' | 'retry_minutes'>>

/**
 * What an upgrade that ended means for its unit; null = the unit is still being watched. A sick unit is a failure at once,
 * a healthy one counts when it was watched long enough. What the line broke is tried again, as often as the campaign says.
 */
export const healthOf = (
  { state, reason, finished_at, online, bus_status, new_alarm, tries, reports_before, reports_after }: Watched,
  { health_minutes, retries = 0, retry_minutes = 0 }: Rules,
  now_ms: number,
): Ended | null => {
  const failed = (why: string): Ended => ({ kind: 'failed', reason: why, read_back: {} })
  if (state === 'comm_exception' && reason !== 'expired' && tries <= retries)
    return { kind: 'again', reason: reason ?? state, until: new Date(now_ms + retry_minutes * MINUTE_MS) }
  if (state !== 'success') return failed(reason ?? state)
  if (health_minutes === 0) return { kind: 'done', read_back: {} }
  if (new_alarm) return failed('health_alarm')
  if (bus_status === 'lost') return failed('health_bus')
  if (finished_at !== null && now_ms < finished_at.getTime() + health_minutes * MINUTE_MS) return null
  if (!online) return failed('health_offline')
  return reports_before >= REPORTS_MIN && reports_after < reports_before * REPORTS_SHARE
    ? failed('health_reports')
    : { kind: 'done', read_back: {} }
}

/** What a unit does now, by the meaning of its points; null = not known. */
export type UnitState = { outside_c: number | null; demands: readonly (number | null)[] }

/** Why a unit may not be upgraded now, and from when on it might; null = it may. What is not known does not hinder. */
export const hindranceOf = (
  { outside_c, demands }: UnitState,
  { cold_limit_c, spare_heating, window }: Pick<UpgradePlan, 'cold_limit_c' | 'spare_heating' | 'window'>,
  { time_zone, now_ms, again_ms }: { time_zone: string; now_ms: number; again_ms: number },
): { reason: 'outside_window' | 'too_cold' | 'heats_now'; until: Date } | null => {
  const opens_at = window === null ? null : opensAt(window, time_zone, now_ms)
  if (opens_at !== null) return { reason: 'outside_window', until: opens_at }
  const until = new Date(now_ms + again_ms)
  if (cold_limit_c !== null && outside_c !== null && outside_c < cold_limit_c) return { reason: 'too_cold', until }
  return spare_heating && demands.some((value) => value !== null && value > 0) ? { reason: 'heats_now', until } : null
}
