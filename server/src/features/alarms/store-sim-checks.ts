import { SIM_TRAFFIC } from '@heatfleet/contract/alarms/types.ts'
import { sql } from 'kysely'
import { type Check, isNew, over } from './checks.ts'

/** Of one card the number is the key: a unit may have had several. */
const CARD_KEY = sql`c.iccid`
const SHARE = sql`(100 * c.traffic_used_mb / c.traffic_total_mb)`
const trafficSeverity = sql`case when ${SHARE} >= 100 then 'major' else 'minor' end`

/** Active alarms of a type whose card is no longer as `condition` says. */
const cardIsOver = (
  type: 'sim_stopped' | 'sim_traffic' | 'sim_moved',
  condition: ReturnType<typeof sql>,
  now: Date,
  limit: number,
) =>
  over(
    type,
    sql`${now}::timestamptz`,
    sql`d.replaced_at is not null or not exists (select from iccids c where c.device_id = a.device_id and c.iccid = a.rule_key and ${condition})`,
    limit,
  )

const STOPPED = sql`c.status = 'stopped'`
const MUCH_USED = sql`(c.status in ('active', 'stopped') and c.traffic_total_mb > 0 and ${SHARE} >= ${SIM_TRAFFIC.minor_percent})`
const MOVED = sql`(c.moved_at is not null and c.status <> 'cancelled')`

/** SIM cards that are stopped, have used most of their plan, or were found in another module and confirmed by nobody. */
export const SIM_CHECKS = {
  sim_stopped: {
    raised: (now, limit) => sql`
      select c.device_id, ${CARD_KEY} as rule_key, ${now}::timestamptz as at, 'major' as severity, null::float8 as value
      from iccids c join devices d on d.device_id = c.device_id
      where ${STOPPED} and d.replaced_at is null and ${isNew('sim_stopped', 'c.device_id', CARD_KEY)} limit ${limit}`,
    recovered: (now, limit) => cardIsOver('sim_stopped', STOPPED, now, limit),
  },
  sim_traffic: {
    raised: (now, limit) => sql`
      select c.device_id, ${CARD_KEY} as rule_key, ${now}::timestamptz as at, ${trafficSeverity} as severity, ${SHARE}::float8 as value
      from iccids c join devices d on d.device_id = c.device_id
      where ${MUCH_USED} and d.replaced_at is null and ${isNew('sim_traffic', 'c.device_id', CARD_KEY)} limit ${limit}`,
    recovered: (now, limit) => cardIsOver('sim_traffic', MUCH_USED, now, limit),
  },
  sim_moved: {
    raised: (_now, limit) => sql`
      select c.device_id, ${CARD_KEY} as rule_key, c.moved_at as at, 'minor' as severity, null::float8 as value
      from iccids c join devices d on d.device_id = c.device_id
      where ${MOVED} and d.replaced_at is null and ${isNew('sim_moved', 'c.device_id', CARD_KEY)} limit ${limit}`,
    recovered: (now, limit) => cardIsOver('sim_moved', MOVED, now, limit),
  },
} as const satisfies Record<string, Check>

/** Active alarms of traffic that has become worse, with their severity. */
export const worseTraffic = sql`
  select a.alarm_id, 'major' as severity from alarms a join iccids c on c.device_id = a.device_id and c.iccid = a.rule_key
  where a.type = 'sim_traffic' and a.recovered_at is null and a.severity = 'minor' and c.traffic_total_mb > 0 and ${SHARE} >= 100`
