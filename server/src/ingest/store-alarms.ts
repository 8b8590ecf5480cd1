import { ALARM_TYPES } from '@heatfleet/contract/alarms/types.ts'
import type pg from 'pg'
import { type AlarmChange, roundsOf } from './alarm-changes.ts'
import { listOf, timesOf } from './state-columns.ts'

type Sql = Pick<pg.ClientBase, 'query'>
type Raised = Extract<AlarmChange, { raised: true }>

/**
 * Raises and recovers alarms, in order; call in the transaction that stores what they follow from. An alarm that comes back
 * within the cool-down of its type, and that nobody has processed or closed, is the same row with a higher count.
 */
export const storeAlarmChanges = async (sql: Sql, changes: readonly AlarmChange[]): Promise<void> => {
  for (const round of roundsOf(changes)) {
    const recovered = round.filter(({ raised }) => !raised)
    if (recovered.length > 0)
      await sql.query({ name: 'recover_alarms', text: RECOVER, values: recoveredValues(recovered) })
    const raised = round.filter((change) => change.raised)
    if (raised.length > 0) await sql.query({ name: 'raise_alarms', text: RAISE, values: raisedValues(raised) })
  }
}

const RECOVER = `update alarms a set recovered_at = greatest(u.at, a.last_at), changed_at = clock_timestamp()
  from unnest($1::int[], $2::text[], $3::text[], $4::timestamptz[]) u (device_id, type, rule_key, at)
  where a.device_id = u.device_id and a.type = u.type and a.rule_key = u.rule_key and a.recovered_at is null`

const recoveredValues = (changes: readonly AlarmChange[]): unknown[] => [
  listOf(changes.map(({ device_id }) => device_id)),
  listOf(changes.map(({ type }) => type)),
  changes.map(({ rule_key }) => rule_key),
  timesOf(changes.map(({ at_ms }) => at_ms)),
]

/** The rows that a raised alarm continues: the active one, else the newest that recovered within the cool-down. */
const RAISE = `with raised as (
    select * from unnest($1::int[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::float8[], $8::int[],
      $9::text[]) u (device_id, type, rule_key, at, code, severity, value, cool_down_s, reason)
  ), continued as (
    select r.*, found.alarm_id, found.was_active from raised r cross join lateral (
      select a.alarm_id, a.recovered_at is null as was_active from alarms a
      where a.device_id = r.device_id and a.type = r.type and a.rule_key = r.rule_key
        and (a.recovered_at is null or (a.recovered_at >= r.at - make_interval(secs => r.cool_down_s)
          and a.handling in ('unprocessed', 'in_process') and a.code is not distinct from r.code))
      order by a.recovered_at desc nulls first limit 1
    ) found
  ), returned as (
    update alarms a set recovered_at = null, last_at = greatest(a.last_at, c.at), count = a.count + 1,
      severity = c.severity, reason = c.reason, changed_at = clock_timestamp()
    from continued c where a.alarm_id = c.alarm_id and not c.was_active
  )
  insert into alarms (device_id, type, rule_key, code, severity, reason, value, first_at, last_at)
  select r.device_id, r.type, r.rule_key, r.code, r.severity, r.reason, r.value, r.at, r.at from raised r
  where not exists (select from continued c
    where c.device_id = r.device_id and c.type = r.type and c.rule_key = r.rule_key)
  on conflict (device_id, type, rule_key) where recovered_at is null do nothing`

const raisedValues = (changes: readonly Raised[]): unknown[] => [
  listOf(changes.map(({ device_id }) => device_id)),
  listOf(changes.map(({ type }) => type)),
  changes.map(({ rule_key }) => rule_key),
  timesOf(changes.map(({ at_ms }) => at_ms)),
  changes.map(({ code }) => code),
  listOf(changes.map(({ severity }) => severity)),
  listOf(changes.map(({ value }) => value)),
  listOf(changes.map(({ type, cool_down_s }) => cool_down_s ?? ALARM_TYPES[type].cool_down_s)),
  changes.map(({ reason }) => reason ?? null),
]
