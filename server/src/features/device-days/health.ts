import { HEALTH_REASONS, HEALTH_WEIGHTS, type HealthReason } from '@heatfleet/contract/device-days/health.ts'
import type { HealthFacts } from './store-health.ts'

const DAY_MS = 86_400_000
/** Longer off line is a reason; shorter is a network. */
const OFFLINE_MS = DAY_MS
const SIM_ENDS_MS = 30 * DAY_MS
/** Half of the runs are shorter (domain 8: cycles below ten minutes). */
const SHORT_RUN_MINUTES = 10
/** A lowest tenth of fewer units says nothing. */
const COHORT_MIN = 10

/** Health of a unit: 100 less the weights of its reasons, never below 0; the heaviest reason first. */
export const healthOf = (facts: HealthFacts, now_ms: number) => {
  const applies: Record<HealthReason, boolean> = {
    alarm_critical: facts.critical > 0,
    alarm_major: facts.major > 0,
    offline: !facts.online && facts.last_offline_ms !== null && now_ms - facts.last_offline_ms > OFFLINE_MS,
    bus_lost: facts.bus_lost,
    low_cop:
      facts.cop !== null && facts.cohort_p10 !== null && facts.cohort >= COHORT_MIN && facts.cop < facts.cohort_p10,
    short_cycling: facts.median_cycle_minutes !== null && facts.median_cycle_minutes < SHORT_RUN_MINUTES,
    unrecognized: facts.unrecognized,
    sim_ends: facts.sim_ends_ms !== null && facts.sim_ends_ms - now_ms <= SIM_ENDS_MS,
  }
  const reasons = HEALTH_REASONS.filter((reason) => applies[reason])
    .map((reason) => ({ reason, weight: HEALTH_WEIGHTS[reason] }))
    .toSorted((one, other) => other.weight - one.weight)
  const lost = reasons.reduce((sum, { weight }) => sum + weight, 0)
  return { score: Math.max(0, 100 - lost), reasons }
}
