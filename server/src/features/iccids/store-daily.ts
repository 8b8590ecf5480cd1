import { type IccidState, iccidStatesBefore } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { CarrierCard, DayTraffic } from './carrier.ts'

type Db = Kysely<Tables>

/** Cards whose end is over become expired; gives how many. */
export const expireCards = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    with before as (
      select card_id, status from iccids
      where expires_at < ${now} and status = any(${iccidStatesBefore('expired')}::text[]) for update
    ), expired as (
      update iccids set status = 'expired' from before where iccids.card_id = before.card_id
      returning iccids.card_id, iccids.device_id, before.status as was
    )
    insert into iccid_events (card_id, device_id, at, what, was, became)
    select card_id, device_id, ${now}, 'status', was, 'expired' from expired`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Notes a reminder for each card that came within the next lower threshold since the last one; of several thresholds at once
 * the lowest. Gives how many.
 */
export const remindOfEnds = async (db: Db, now: Date, days: readonly number[]): Promise<number> => {
  const { numAffectedRows } = await sql`
    with due as (
      select c.card_id, min(t.days) as days from iccids c, unnest(${[...days]}::int[]) t (days)
      where c.status in ('active', 'stopped') and c.expires_at >= ${now}
        and c.expires_at <= ${now}::timestamptz + make_interval(days => t.days)
      group by c.card_id
    ), reminded as (
      update iccids set reminded_days = due.days from due
      where iccids.card_id = due.card_id and (iccids.reminded_days is null or iccids.reminded_days > due.days)
      returning iccids.card_id, iccids.device_id, due.days
    )
    insert into iccid_events (card_id, device_id, at, what, became)
    select card_id, device_id, ${now}, 'reminded', days::text from reminded`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Cards to ask the carrier about, behind one; cancelled ones are not asked about. */
export const listToSync = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('iccids')
    .where('card_id', '>', after)
    .where('status', '<>', 'cancelled')
    .select(['card_id', 'iccid', 'synced_at'])
    .orderBy('card_id')
    .limit(limit)
    .execute()

/**
 * Takes over what a carrier knows of cards: what it does not tell stays, a status moves only as cards do, and another end is
 * reminded of anew. `iccids` = those that were asked about.
 */
export const saveSynced = async (
  db: Db,
  { cards, traffic, now }: { cards: readonly CarrierCard[]; traffic: readonly DayTraffic[]; now: Date },
): Promise<void> => {
  const moves = (['test', 'in_stock', 'active', 'stopped', 'cancelled'] as const).flatMap((to) =>
    iccidStatesBefore(to).map((from): { was: IccidState; became: IccidState } => ({ was: from, became: to })),
  )
  await sql`
    with told as (
      select c.card_id, c.device_id, c.status as was_status, c.expires_at as was_end, t.*,
        case when exists (select from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (was text, became text)
            where m.was = c.status and m.became = t.status
              and (c.status <> 'expired' or t.expiration_time > ${now}))
          then t.status else c.status end as next_status
      from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as t (iccid text, msisdn text, plan text, status text,
        activation_time timestamptz, expiration_time timestamptz, traffic_used_mb double precision,
        traffic_total_mb double precision)
      join iccids c on c.iccid_key = left(upper(t.iccid), 19)
      for update of c
    ), synced as (
      update iccids c set
        msisdn = coalesce(told.msisdn, c.msisdn),
        plan = coalesce(told.plan, c.plan),
        status = told.next_status,
        activated_at = coalesce(told.activation_time, c.activated_at),
        expires_at = coalesce(told.expiration_time, c.expires_at),
        reminded_days = case when told.expiration_time is distinct from c.expires_at and told.expiration_time is not null
          then null else c.reminded_days end,
        traffic_used_mb = coalesce(told.traffic_used_mb, c.traffic_used_mb),
        traffic_total_mb = coalesce(told.traffic_total_mb, c.traffic_total_mb),
        synced_at = ${now}
      from told where c.card_id = told.card_id
      returning c.card_id
    )
    insert into iccid_events (card_id, device_id, at, what, was, became)
    select card_id, device_id, ${now}::timestamptz, 'status', was_status, next_status from told where next_status <> was_status
    union all
    select card_id, device_id, ${now}::timestamptz, 'renewed', coalesce(${isoText('was_end')}, ''), ${isoText('expiration_time')}
    from told where expiration_time is distinct from was_end and expiration_time is not null`.execute(db)
  await sql`
    insert into iccid_traffic (card_id, day, mb)
    select c.card_id, t.day, max(t.mb)
    from jsonb_to_recordset(${JSON.stringify(traffic)}::jsonb) as t (iccid text, day date, mb double precision)
    join iccids c on c.iccid_key = left(upper(t.iccid), 19)
    group by 1, 2
    on conflict (card_id, day) do update set mb = excluded.mb`.execute(db)
}

const isoText = (column: 'was_end' | 'expiration_time') =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Traffic before a day is forgotten. */
export const deleteOldTraffic = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from iccid_traffic where day < ${before}::date`.execute(db)
}
