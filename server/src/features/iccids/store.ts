import { type IccidReminders, iccidKey } from '@heatfleet/contract/iccids/card.ts'
import { hasIccidChecksum } from '@heatfleet/contract/identifiers.ts'
import type { IccidState } from '@heatfleet/contract/transitions.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { iccidsWithin, type Scope, seesLooseIccids, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { unlistedNumbers } from './store-list.ts'

type Db = Kysely<Tables>
/** The account that acts; null = the system. */
type Actor = { user_name: string } | null

/** What a new card has. */
export type NewCard = {
  iccid: string
  msisdn: string
  operator: string
  plan: string
  activated_at: Date | null
  expires_at: Date | null
  status: IccidState
  traffic_total_mb: number | null
  remark: string
}

/** An event of a card. */
type CardEvent = { card_id: number; device_id: number | null; what: string; was?: string; became?: string }

/** Appends to the history of cards. */
export const insertEvents = async (db: Db, events: readonly CardEvent[], at: Date, by: Actor): Promise<void> => {
  if (events.length === 0) return
  await sql`insert into iccid_events (card_id, device_id, at, what, was, became, user_name)
    select card_id, device_id, ${at}, what, coalesce(was, ''), coalesce(became, ''), ${by?.user_name ?? ''}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as given(card_id int, device_id int, what text, was text, became text)`.execute(db)
}

/** The history of a card, the newest first. */
export const listEvents = (db: Db, card_id: number, limit: number) =>
  db
    .selectFrom('iccid_events')
    .where('card_id', '=', card_id)
    .select(['event_id', 'at', 'what', 'was', 'became', 'user_name'])
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute()

/** Traffic of a card by day since one. */
export const listTraffic = (db: Db, card_id: number, since: Date) =>
  db
    .selectFrom('iccid_traffic')
    .where('card_id', '=', card_id)
    .where(sql<SqlBool>`day >= ${since}::date`)
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'mb'])
    .orderBy('day')
    .execute()

/** Which cards of these numbers exist, by their key; `visible` = within the scope. */
export const listByKey = async (db: Db, scope: Scope, iccids: readonly string[]) => {
  const rows = await db
    .selectFrom('iccids')
    .leftJoin('devices', 'devices.device_id', 'iccids.device_id')
    .where(sql<SqlBool>`iccids.iccid_key = any(${iccids.map(iccidKey)}::text[])`)
    .select([
      'iccids.card_id',
      'iccids.iccid_key',
      'iccids.iccid',
      'iccids.msisdn',
      'iccids.operator',
      'iccids.plan',
      'iccids.activated_at',
      'iccids.expires_at',
      'iccids.status',
      'iccids.traffic_total_mb',
      'iccids.remark',
      'iccids.device_id',
      sql<boolean>`coalesce(${iccidsWithin(scope, 'iccids')}, false)`.as('visible'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.iccid_key, row]))
}
export type KnownCard = Awaited<ReturnType<typeof listByKey>> extends Map<string, infer Row> ? Row : never

/** The device of the scope that reports each of these numbers, by the key of the card; the last to be imported, of several. */
export const listReported = async (db: Db, scope: Scope, iccids: readonly string[]) => {
  const rows = await db
    .selectFrom('devices')
    .where(sql<SqlBool>`left(devices.iccid, 19) = any(${iccids.map(iccidKey)}::text[])`)
    .where(withinScope(scope, 'devices'))
    .select(['devices.device_id', 'devices.mac', sql<string>`left(devices.iccid, 19)`.as('iccid_key')])
    .orderBy('devices.device_id')
    .execute()
  return new Map(rows.map((row) => [row.iccid_key, row]))
}

/** Whether somebody with this scope may have cards that no device in it reports. */
export const mayOwnLoose = (scope: Scope): boolean => seesLooseIccids(scope)

/** Locks the cards against other imports until the transaction ends. */
export const lockCards = async (trx: Db): Promise<void> => {
  await sql`lock table iccids in share row exclusive mode`.execute(trx)
}

/** Stores new cards, each linked to the device that reports it; gives the ids by key, without those that there are already. */
export const insertCards = async (
  db: Db,
  cards: readonly (NewCard & { device_id: number | null })[],
  { by, at }: { by: { user_name: string }; at: Date },
): Promise<Map<string, number>> => {
  if (cards.length === 0) return new Map()
  const rows = cards.map((card) => ({ ...card, checksum_wrong: !hasIccidChecksum(card.iccid) }))
  const made = await sql<{ card_id: number; iccid_key: string; device_id: number | null; status: string }>`
    insert into iccids (iccid, checksum_wrong, msisdn, operator, plan, activated_at, expires_at, status,
      traffic_total_mb, remark, device_id, imported_user, imported_at)
    select iccid, checksum_wrong, msisdn, operator, plan, activated_at, expires_at, status, traffic_total_mb, remark,
      device_id, ${by.user_name}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(iccid text, checksum_wrong boolean, msisdn text,
      operator text, plan text, activated_at timestamptz, expires_at timestamptz, status text,
      traffic_total_mb double precision, remark text, device_id int)
    on conflict (iccid_key) do nothing
    returning card_id, iccid_key, device_id, status`.execute(db)
  const events = made.rows.map(({ card_id, device_id, status }) => ({
    card_id,
    device_id,
    what: 'imported',
    became: status,
  }))
  await insertEvents(db, events, at, by)
  return new Map(made.rows.map(({ iccid_key, card_id }) => [iccid_key, card_id]))
}

/** Enters what devices of the scope report and no card has; gives how many. */
export const insertReported = async (
  db: Db,
  scope: Scope,
  { by, at, operatorOf }: { by: { user_name: string }; at: Date; operatorOf: (iccid: string) => string },
): Promise<number> => {
  const reported = await unlistedNumbers(db, scope)
    .distinctOn(sql`left(devices.iccid, 19)`)
    .select([sql<string>`upper(devices.iccid)`.as('iccid'), 'devices.device_id'])
    .orderBy(sql`left(devices.iccid, 19)`)
    .orderBy('devices.device_id', 'desc')
    .execute()
  const cards = reported.map(({ iccid, device_id }) => ({
    iccid,
    device_id,
    msisdn: '',
    operator: operatorOf(iccid),
    plan: '',
    activated_at: null,
    expires_at: null,
    status: 'active' as const,
    traffic_total_mb: null,
    remark: '',
  }))
  return (await insertCards(db, cards, { by, at })).size
}

/** What of a card changes. */
export type CardPatch = Partial<Omit<NewCard, 'iccid'>> & { device_id?: number | null; moved_at?: null }

/**
 * Changes cards of the scope whose status is one of `from`; gives the ids. Another end is reminded of anew.
 */
export const updateCard = async (
  db: Db,
  scope: Scope,
  { card_id, from, patch }: { card_id: number; from?: readonly IccidState[]; patch: CardPatch },
): Promise<boolean> => {
  const changed = await db
    .updateTable('iccids')
    .set({ ...patch, ...(patch.expires_at === undefined ? {} : { reminded_days: null }) })
    .where(
      sql<SqlBool>`iccids.card_id in (select iccids.card_id from iccids
        left join devices on devices.device_id = iccids.device_id
        where iccids.card_id = ${card_id} and ${iccidsWithin(scope, 'iccids')})`,
    )
    .$if(from !== undefined, (query) => query.where('iccids.status', 'in', [...(from ?? [])]))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** A device of the scope, or null. */
export const findDevice = async (db: Db, scope: Scope, mac: string) =>
  (await db
    .selectFrom('devices')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select(['devices.device_id', 'devices.mac'])
    .executeTakeFirst()) ?? null

/** A person said where the card is: devices that reported it before no longer count as reporting it. */
export const forgetOtherReports = async (
  db: Db,
  scope: Scope,
  { iccid_key, device_id }: { iccid_key: string; device_id: number },
): Promise<void> => {
  await db
    .updateTable('devices')
    .set({ iccid: null })
    .where(sql<SqlBool>`left(devices.iccid, 19) = ${iccid_key}`)
    .where('devices.device_id', '<>', device_id)
    .where(withinScope(scope, 'devices'))
    .execute()
}

/** Names of cards within the scope, by number: for batches. */
export const listNames = async (db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('iccids')
    .leftJoin('devices', 'devices.device_id', 'iccids.device_id')
    .where(iccidsWithin(scope, 'iccids'))
    .where(sql<SqlBool>`iccids.card_id = any(${[...ids]}::int[])`)
    .select(['iccids.card_id', 'iccids.iccid'])
    .execute()
  return new Map(rows.map(({ card_id, iccid }) => [card_id, iccid]))
}

/** Thresholds and recipients of the reminders. */
export const readReminders = (db: Db): Promise<IccidReminders> =>
  db.selectFrom('iccid_reminders').select(['days', 'manufacturer', 'distributors']).executeTakeFirstOrThrow()

export const saveReminders = async (db: Db, reminders: IccidReminders): Promise<void> => {
  await db.updateTable('iccid_reminders').set(reminders).execute()
}
