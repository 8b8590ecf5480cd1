import { handlingBefore } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Who has taken an alarm decides about it. */
const UNTAKEN = handlingBefore('processed').filter((state) => state === 'unprocessed')

/**
 * Processes alarms that recovered so long ago as their rule or built-in type says and that nobody had taken; the log of each names
 * the rule. The whole fleet: the system's own work. Gives how many.
 */
export const processRecovered = async (db: Db, now: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    with due as (
      select a.alarm_id, s.rule_name from (
        select 'threshold' as type, rule_id::text as rule_key, rule_name, process_minutes from alarm_rules where process_minutes is not null
      ) s cross join lateral (
        select alarm_id from alarms where type = 'threshold' and rule_key = s.rule_key and handling = 'unprocessed'
          and recovered_at is not null and recovered_at <= ${now}::timestamptz - make_interval(mins => s.process_minutes)
        order by recovered_at limit ${limit}) a
      union all
      select a.alarm_id, '' from alarm_type_settings s cross join lateral (
        select alarm_id from alarms where alarms.type = s.type and alarms.type <> 'threshold' and handling = 'unprocessed'
          and recovered_at is not null and recovered_at <= ${now}::timestamptz - make_interval(mins => s.process_minutes)
        order by recovered_at limit ${limit}) a
      where s.process_minutes is not null
      limit ${limit}
    ), moved as (
      update alarms set handling = 'processed', handled_at = ${now}, changed_at = clock_timestamp()
      from due where alarms.alarm_id = due.alarm_id and alarms.handling = any(${UNTAKEN}::text[]) and alarms.recovered_at is not null
      returning alarms.alarm_id, due.rule_name
    )
    insert into alarm_log (alarm_id, at, kind, text) select alarm_id, ${now}, 'auto_processed', rule_name from moved`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/**
 * Has policies told again of units that are still offline, each so many hours, until somebody has processed the alarm; the log says
 * so. Without an enabled policy there is nobody to remind. Gives how many.
 */
export const remindOfOffline = async (db: Db, now: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    with due as (
      select a.alarm_id, a.severity, a.device_id, extract(epoch from a.last_at)::bigint as since_s,
        floor(extract(epoch from ${now}::timestamptz - a.last_at) / 3600 / s.remind_hours)::int as reminder
      from alarm_type_settings s join alarms a on a.type = s.type
      where s.type = 'offline' and s.remind_hours is not null and a.recovered_at is null and not a.muted
        and a.handling in ('unprocessed', 'in_process')
        and a.last_at <= ${now}::timestamptz - make_interval(hours => s.remind_hours)
    ), told as (
      insert into notification_events (identity, event, severity, device_id, alarm_id, happened_at, reminder)
      select 'alarm ' || alarm_id || ' since ' || since_s || ' reminder ' || reminder, 'alarm_raised', severity, device_id, alarm_id, ${now},
        least(reminder, 32767)
      from due where exists (select from notification_policies where enabled)
        and not exists (select from notification_events e
          where e.identity = 'alarm ' || due.alarm_id || ' since ' || due.since_s || ' reminder ' || due.reminder)
      order by alarm_id limit ${limit}
      on conflict (identity) do nothing returning alarm_id, reminder
    )
    insert into alarm_log (alarm_id, at, kind, text) select alarm_id, ${now}, 'reminded', reminder::text from told`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
