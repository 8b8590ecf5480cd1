import {
  HEALTH_REASONS,
  HEALTH_WEIGHTS,
  type Health,
  type HealthReason,
} from '@heatfleet/contract/device-days/health.ts'
import type { HealthFacts } from './store-health.ts'

const DAY_MS = 86_400_000
/** Longer off line is a reason; shorter is a network. */
export const OFFLINE_MS = DAY_MS
export const SIM_ENDS_MS = 30 * DAY_MS
/** Half of the runs are shorter (domain 8: cycles below ten minutes). */
export const SHORT_RUN_MINUTES = 10
/** A lowest tenth of fewer units says nothing. */
export const COHORT_MIN = 11
/** Days before today whose figures count: seven whole ones, whatever the zone of the unit. */
export const RECENT_DAYS = 8

/** Health of a unit: 100 less the weights of its reasons, never below 0; the heaviest reason first. */
export const healthOf = (facts: HealthFacts, now_ms: number): Health => {
  const applies: Record<HealthReason, boolean> = {
    alarm_critical: facts.critical > 0,
    alarm_major: facts.major > 0,
    offline: !facts.online && facts.last_offline_ms !== null && now_ms - facts.last_offline_ms > OFFLINE_MS,
    bus_lost: facts.bus_lost,
    low_cop: facts.day_reasons.includes('low_cop'),
    short_cycling: facts.day_reasons.includes('short_cycling'),
    unrecognized: facts.unrecognized,
    sim_ends: facts.sim_ends_ms !== null && facts.sim_ends_ms - now_ms <= SIM_ENDS_MS,
  }
  const reasons = HEALTH_REASONS.filter((reason) => applies[reason])
    .map((reason) => ({ reason, weight: HEALTH_WEIGHTS[reason] }))
    .toSorted((one, other) => other.weight - one.weight)
  const lost = reasons.reduce((sum, { weight }) => sum + weight, 0)
  return { score: Math.max(0, 100 - lost), reasons }
}
