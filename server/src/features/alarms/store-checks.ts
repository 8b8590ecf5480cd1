import {
  ALARM_TYPES,
  type AlarmType,
  FROST_RISK_C,
  OFFLINE_MAJOR_S,
  PARSE_FAILED,
  SIM_ALARM_DAYS,
} from '@heatfleet/contract/alarms/types.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LETTERS_PER_DEVICE_HOUR } from '../../ingest/dead-letters.ts'
import type { Tables } from '../../platform/tables.ts'
import { type Check, type CheckedCondition, isNew, over } from './checks.ts'
import { SIM_CHECKS, worseTraffic } from './store-sim-checks.ts'

type Db = Kysely<Tables>

const { wifi, '4g': cellular } = ALARM_TYPES.offline.grace_s
const DAY_S = 86_400

const NO_KEY = sql`''`
const ago = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)
const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_S * 1000)

/** The checks of one minute: each reads by an index. How long offline is no alarm, the product says; else its type of network. */
export const MINUTE_CHECKS = {
  offline: {
    raised: (now, limit) => sql`
      select s.device_id, '' as rule_key, coalesce(s.last_offline_at, s.last_online_at) as at, 'minor' as severity, null::float8 as value
      from device_status s join devices d on d.device_id = s.device_id
        left join products p on p.product_key = d.product_key
        left join product_versions v on v.layout_id = p.layout_id
      where not s.online and s.first_online_at is not null and d.replaced_at is null
        and coalesce(s.last_offline_at, s.last_online_at) <= ${now}
        and coalesce(s.last_offline_at, s.last_online_at) <= ${now}::timestamptz - make_interval(secs =>
          coalesce((v.settings -> 'access' ->> 'offline_after_s')::int, case d.net when 'wifi' then ${wifi}::int else ${cellular}::int end))
        and ${isNew('offline', 's.device_id', NO_KEY)}
      limit ${limit}`,
    recovered: (now, limit) =>
      over('offline', sql`coalesce(s.online_since, ${now})`, sql`s.online or d.replaced_at is not null`, limit),
  },
  control_mismatch: {
    raised: (now, limit) => sql`
      select distinct on (c.device_id, c.point_key) c.device_id, c.point_key as rule_key,
        coalesce(c.finish_time, c.control_time) as at, 'minor' as severity, c.read_back as value
      from control_log c
      where c.control_time > ${ago(now, 3600)} and c.state = 'mismatch'
        and ${isNew('control_mismatch', 'c.device_id', sql`c.point_key`)}
        and not exists (select from control_log n where n.device_id = c.device_id and n.control_time > c.control_time
          and n.point_key = c.point_key and n.state = 'verified')
        and not exists (select from alarms o where o.device_id = c.device_id and o.type = 'control_mismatch'
          and o.rule_key = c.point_key and o.last_at >= coalesce(c.finish_time, c.control_time))
      order by c.device_id, c.point_key, c.control_time desc limit ${limit}`,
    recovered: (now, limit) =>
      over(
        'control_mismatch',
        sql`${now}::timestamptz`,
        sql`exists (select from control_log n where n.device_id = a.device_id and n.control_time > a.last_at
          and n.point_key = a.rule_key and n.state = 'verified')`,
        limit,
      ),
  },
  parse_failed: {
    // The value is how many were kept: of a unit the gateway keeps twenty an hour.
    raised: (now, limit) => sql`
      select d.device_id, '' as rule_key, max(l.at) as at, 'minor' as severity, count(*)::float8 as value
      from dead_letters l join devices d on d.mac = l.mac
      where l.at > ${ago(now, PARSE_FAILED.within_s)} and l.topic like 'blk%' and d.replaced_at is null
        and ${isNew('parse_failed', 'd.device_id', NO_KEY)}
      group by d.device_id having count(*) >= ${PARSE_FAILED.reports} limit ${limit}`,
    // Where the quota of the hour is used up, further ones are not seen.
    recovered: (now, limit) =>
      over(
        'parse_failed',
        sql`${now}::timestamptz`,
        sql`d.replaced_at is not null or (
          not exists (select from dead_letters l where l.mac = d.mac and l.at > ${ago(now, PARSE_FAILED.recovers_s)})
          and (select count(*) from dead_letters l where l.mac = d.mac and l.at > ${ago(now, 2 * 3600)}) < ${LETTERS_PER_DEVICE_HOUR})`,
        limit,
      ),
  },
  ota_failed: {
    // A unit that waits for another try has not failed yet, and one that was newer already never did.
    raised: (now, limit) => sql`
      select distinct on (u.device_id, f.module) u.device_id, f.module as rule_key, u.finished_at as at, 'minor' as severity,
        null::float8 as value
      from upgrades u join firmware f on f.firmware_id = u.firmware_id join devices d on d.device_id = u.device_id
        left join rollout_units r on r.rollout_id = u.rollout_id and r.device_id = u.device_id
      where u.finished_at > ${ago(now, 3600)} and u.state in ('comm_exception', 'check_error', 'rejected')
        and u.reason is distinct from 'same' and r.state is distinct from 'waiting' and d.replaced_at is null
        and ${isNew('ota_failed', 'u.device_id', sql`f.module`)}
        and not exists (select from upgrades n join firmware nf on nf.firmware_id = n.firmware_id
          where n.device_id = u.device_id and nf.module = f.module and n.upgrade_id > u.upgrade_id and n.state = 'success')
        and not exists (select from alarms o where o.device_id = u.device_id and o.type = 'ota_failed'
          and o.rule_key = f.module and o.last_at >= u.finished_at)
      order by u.device_id, f.module, u.upgrade_id desc limit ${limit}`,
    recovered: (now, limit) =>
      over(
        'ota_failed',
        sql`${now}::timestamptz`,
        sql`d.replaced_at is not null or exists (select from upgrades n join firmware nf on nf.firmware_id = n.firmware_id
          where n.device_id = a.device_id and nf.module = a.rule_key and n.state = 'success' and n.finished_at > a.last_at)`,
        limit,
      ),
  },
} as const satisfies Partial<Record<AlarmType, Check>>

/** The checks that read every unit's state: each ten minutes. */
export const SLOW_CHECKS = {
  no_data: {
    raised: (now, limit) => sql`
      select s.device_id, '' as rule_key, coalesce(s.last_arrival_at, s.online_since) as at, 'minor' as severity, null::float8 as value
      from device_status s join devices d on d.device_id = s.device_id
        join products p on p.product_key = d.product_key and p.layout_id is not null
      where s.online and d.replaced_at is null and s.online_since <= ${ago(now, ALARM_TYPES.no_data.grace_s)}
        and coalesce(s.last_arrival_at, s.online_since) <= ${ago(now, ALARM_TYPES.no_data.grace_s)}
        and ${isNew('no_data', 's.device_id', NO_KEY)}
      limit ${limit}`,
    recovered: (now, limit) =>
      over(
        'no_data',
        sql`coalesce(s.last_arrival_at, ${now})`,
        sql`not s.online or s.last_arrival_at > ${ago(now, ALARM_TYPES.no_data.grace_s)} or d.replaced_at is not null`,
        limit,
      ),
  },
  frost_risk: {
    raised: (_now, limit) => sql`
      select s.device_id, '' as rule_key, s.last_report_at as at, 'critical' as severity, s.flow_c as value
      from device_status s join devices d on d.device_id = s.device_id
      where s.flow_c < ${FROST_RISK_C} and s.last_report_at is not null and d.replaced_at is null
        and ${isNew('frost_risk', 's.device_id', NO_KEY)}
      limit ${limit}`,
    recovered: (now, limit) =>
      over(
        'frost_risk',
        sql`coalesce(s.last_report_at, ${now})`,
        sql`s.flow_c is null or s.flow_c >= ${FROST_RISK_C} or d.replaced_at is not null`,
        limit,
      ),
  },
  sim_expiry: {
    raised: (now, limit) => sql`
      select c.device_id, c.iccid as rule_key, ${now}::timestamptz as at, ${simSeverity(now)} as severity,
        floor(extract(epoch from c.expires_at - ${now}::timestamptz) / ${DAY_S})::float8 as value
      from iccids c join devices d on d.device_id = c.device_id
      where c.status in ('active', 'stopped', 'expired') and d.replaced_at is null
        and c.expires_at <= ${inDays(now, SIM_ALARM_DAYS.info)}
        and ${isNew('sim_expiry', 'c.device_id', sql`c.iccid`)}
      limit ${limit}`,
    recovered: (now, limit) =>
      over(
        'sim_expiry',
        sql`${now}::timestamptz`,
        sql`not exists (select from iccids c where c.device_id = a.device_id and c.iccid = a.rule_key
          and c.status in ('active', 'stopped', 'expired') and c.expires_at <= ${inDays(now, SIM_ALARM_DAYS.info)})`,
        limit,
      ),
  },
  ...SIM_CHECKS,
  model_unrecognized: {
    raised: (now, limit) => sql`
      select d.device_id, '' as rule_key, ${now}::timestamptz as at, 'minor' as severity, null::float8 as value
      from devices d join device_status s on s.device_id = d.device_id
      where d.identify_status = 'unrecognized' and d.replaced_at is null
        and s.first_online_at <= ${ago(now, ALARM_TYPES.model_unrecognized.grace_s)}
        and ${isNew('model_unrecognized', 'd.device_id', NO_KEY)}
      limit ${limit}`,
    recovered: (now, limit) =>
      over(
        'model_unrecognized',
        sql`${now}::timestamptz`,
        sql`d.identify_status <> 'unrecognized' or d.replaced_at is not null`,
        limit,
      ),
  },
} as const satisfies Partial<Record<AlarmType, Check>>

const simSeverity = (now: Date) => sql`case when c.expires_at <= ${now} then 'major'
  when c.expires_at <= ${inDays(now, SIM_ALARM_DAYS.minor)} then 'minor' else 'info' end`

/** Reads what a check finds. */
export const runCheck = async (db: Db, query: RawBuilder<CheckedCondition>): Promise<CheckedCondition[]> =>
  (await query.execute(db)).rows

/** Raises the severity of active alarms that have become worse, each with an entry in its log; gives how many. */
export const escalateAlarms = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    with due as (
      select a.alarm_id, 'major' as severity from alarms a
      where a.type = 'offline' and a.recovered_at is null and a.severity = 'minor' and a.last_at <= ${ago(now, OFFLINE_MAJOR_S)}
      union all
      select a.alarm_id, ${simSeverity(now)} from alarms a join iccids c on c.device_id = a.device_id and c.iccid = a.rule_key
      where a.type = 'sim_expiry' and a.recovered_at is null and a.severity <> ${simSeverity(now)}
      union all ${worseTraffic}
    ), escalated as (
      update alarms a set severity = due.severity, changed_at = clock_timestamp() from due where a.alarm_id = due.alarm_id
      returning a.alarm_id, a.severity
    )
    insert into alarm_log (alarm_id, at, kind, text) select alarm_id, ${now}, 'escalated', severity from escalated`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
