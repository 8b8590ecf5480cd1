import {
  type ORDER_LINE_KINDS,
  ORDER_MOVES,
  type ORDER_PRIORITIES,
  type ORDER_SOURCES,
  type ORDER_TYPES,
  type OrderLine,
} from '@heatfleet/contract/service-orders/row.ts'
import { type Kysely, sql } from 'kysely'
import { insertLinePictures } from '../../platform/line-pictures.ts'
import { accountsWithin, appUsersWithin, type DevicePlace, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Priority = (typeof ORDER_PRIORITIES)[number]
type LineKind = (typeof ORDER_LINE_KINDS)[number]

/** Entered data of an order; the distributor is that of its device. */
type NewOrder = {
  type: (typeof ORDER_TYPES)[number]
  source: (typeof ORDER_SOURCES)[number]
  priority: Priority
  device_id: number
  app_user_id: number | null
  problem: string
  pictures: readonly Buffer[]
  at: Date
  created_by: number | null
  alarm_id?: number | undefined
}

/** Stores an order with its pictures; returns its id. */
export const insertOrder = (db: Db, order: NewOrder): Promise<number> =>
  db.transaction().execute((tx) => insertOrderIn(tx, order))

/** The same for an app user; null when too many orders are open, or the device is no longer bound. */
export const insertOwnOrder = (
  db: Db,
  order: NewOrder & { app_user_id: number },
  open_max: number,
): Promise<number | 'orders_full' | 'not_bound'> =>
  db.transaction().execute(async (tx) => {
    // Serialised per user, so that concurrent requests cannot exceed the limit.
    await tx
      .selectFrom('app_users')
      .select('app_user_id')
      .where('app_user_id', '=', order.app_user_id)
      .forUpdate()
      .execute()
    if (!(await isBound(tx, order.device_id, order.app_user_id))) return 'not_bound'
    const { open } = await tx
      .selectFrom('service_orders')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('app_user_id', '=', order.app_user_id)
      .where('status', '=', 'unresolved')
      .executeTakeFirstOrThrow()
    return open >= open_max ? 'orders_full' : insertOrderIn(tx, order)
  })

const insertOrderIn = async (tx: Db, { pictures, at, alarm_id, ...order }: NewOrder): Promise<number> => {
  const { order_id } = await tx
    .insertInto('service_orders')
    .values({
      ...order,
      alarm_id: alarm_id ?? null,
      agent_id: sql`(select agent_id from devices where device_id = ${order.device_id})`,
      pictures: pictures.length,
      feedback_at: at,
    })
    .returning('order_id')
    .executeTakeFirstOrThrow()
  const rows = pictures.map((picture, index) => ({ order_id, picture_no: index + 1, picture }))
  if (rows.length > 0) await tx.insertInto('service_order_pictures').values(rows).execute()
  return order_id
}

/** Whether a device is currently bound to an app user. */
export const isBound = async (db: Db, device_id: number, app_user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('bindings')
    .select('device_id')
    .where('device_id', '=', device_id)
    .where('app_user_id', '=', app_user_id)
    .executeTakeFirst()) !== undefined

/** The same for an app user of the scope. */
export const isBoundWithin = async (db: Db, users: Scope, device_id: number, app_user_id: number): Promise<boolean> =>
  (await db
    .selectFrom('app_users')
    .innerJoin('bindings', 'bindings.app_user_id', 'app_users.app_user_id')
    .select('app_users.app_user_id')
    .where('app_users.app_user_id', '=', app_user_id)
    .where('bindings.device_id', '=', device_id)
    .where(appUsersWithin(users, 'app_users'))
    .executeTakeFirst()) !== undefined

/** A device within the scope by its id, or null. */
export const findDevice = async (db: Db, scope: Scope, mac: string) =>
  (await db
    .selectFrom('devices')
    .select(['devices.device_id', 'devices.agent_path'])
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()) ?? null

/** Where the device of an order stands; null = the order is gone. */
export const findOrderPlace = async (db: Db, order_id: number): Promise<DevicePlace | null> =>
  (await db
    .selectFrom('service_orders')
    .innerJoin('devices', 'devices.device_id', 'service_orders.device_id')
    .select(['devices.device_id', 'devices.agent_path', 'devices.product_key'])
    .where('service_orders.order_id', '=', order_id)
    .executeTakeFirst()) ?? null

/** All messages and notes of an order, oldest first. The caller has checked its scope. */
export const listLines = async (db: Db, order_id: number): Promise<OrderLine[]> => {
  const rows = await db
    .selectFrom('service_order_lines')
    .leftJoin('accounts', 'accounts.uid', 'service_order_lines.uid')
    .select([
      'line_id',
      'kind',
      'text',
      'at',
      'pictures',
      'levels_up',
      sql<string>`coalesce(accounts.user_name, '')`.as('author'),
    ])
    .where('order_id', '=', order_id)
    .orderBy('line_id')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, time: at.toISOString() }))
}

type NewLine = {
  order_id: number
  kind: Exclude<LineKind, 'escalated' | 'transferred'>
  uid: number | null
  text: string
  at: Date
  pictures?: readonly Buffer[]
}
type LineRefusal =
  | 'order_answered_meanwhile'
  | 'order_resolved'
  | 'order_not_resolved'
  | 'app_user_erased'
  | 'order_lines_full'

/**
 * Adds a message or note, or returns why not: checked under the order's lock, so that none is added to a closed order. The first
 * answer takes an order that nobody processes. `seen_line`: the last line its writer has read; an answer of somebody else behind
 * it is a reason to read first.
 */
export const insertMessage = (
  db: Db,
  line: NewLine,
  lines_max: number,
  seen_line?: number,
): Promise<LineRefusal | null> =>
  db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, line.order_id)
    const speaks = line.kind === 'answer' || line.kind === 'reply'
    if (speaks && order.status === 'resolved') return 'order_resolved'
    if (line.kind === 'callback' && order.status !== 'resolved') return 'order_not_resolved'
    if (order.erased_at !== null) return 'app_user_erased'
    const { lines } = await tx
      .selectFrom('service_order_lines')
      .select(sql<number>`count(*)::int`.as('lines'))
      .where('order_id', '=', line.order_id)
      .executeTakeFirstOrThrow()
    if (lines >= lines_max) return 'order_lines_full'
    if (seen_line !== undefined && (await isAnsweredSince(tx, line, seen_line))) return 'order_answered_meanwhile'
    const { pictures = [], ...written } = line
    const { line_id } = await tx
      .insertInto('service_order_lines')
      .values({ ...written, pictures: pictures.length })
      .returning('line_id')
      .executeTakeFirstOrThrow()
    await insertLinePictures(tx, 'order', { id: line.order_id, line_id, pictures })
    const times = timesOf(line)
    if (times !== null)
      await tx.updateTable('service_orders').set(times).where('order_id', '=', line.order_id).execute()
    return null
  })

const isAnsweredSince = async (tx: Db, { order_id, uid }: NewLine, seen_line: number): Promise<boolean> =>
  (await tx
    .selectFrom('service_order_lines')
    .select('line_id')
    .where('order_id', '=', order_id)
    .where('kind', '=', 'answer')
    .where('line_id', '>', seen_line)
    .where('uid', 'is distinct from', uid)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** State change of the order by a message. */
const timesOf = ({ kind, at, uid }: NewLine) =>
  ({
    answer: {
      last_reply_at: at,
      answered_at: sql<Date>`coalesce(answered_at, ${at}::timestamptz)`,
      handler_uid: sql<number | null>`coalesce(handler_uid, ${uid}::int)`,
    },
    reply: { last_reply_at: at },
    callback: { revisited_at: at },
    note: null,
  })[kind]

const lockOrder = (tx: Db, order_id: number) =>
  tx
    .selectFrom('service_orders')
    .select(['status', 'erased_at'])
    .where('order_id', '=', order_id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Sets assignee and priority; false when the order is not open. */
export const updateHandler = async (
  db: Db,
  order_id: number,
  change: { handler_uid: number | null; priority: Priority },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('service_orders')
    .set(change)
    .where('order_id', '=', order_id)
    .where('status', 'in', ORDER_MOVES.assign)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Resolves an open order that was answered: whoever resolves one that nobody processes has processed it, and it stays with the current distributor of its device. */
export const resolveOrder = async (
  db: Db,
  order_id: number,
  { at, by }: { at: Date; by: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('service_orders')
    .set({
      status: 'resolved',
      resolved_at: at,
      handler_uid: sql`coalesce(handler_uid, ${by}::int)`,
      agent_id: sql`(select devices.agent_id from devices where devices.device_id = service_orders.device_id)`,
    })
    .where('order_id', '=', order_id)
    .where('status', 'in', ORDER_MOVES.resolve)
    .where('answered_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Reopens an order that was resolved after `since`; its rating stays. */
export const reopenOrder = async (db: Db, order_id: number, since: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('service_orders')
    .set({ status: 'unresolved', resolved_at: null })
    .where('order_id', '=', order_id)
    .where('status', 'in', ORDER_MOVES.reopen)
    .where('resolved_at', '>=', since)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accounts of the scope that may answer, at or above a path; whether one sees the device is checked when it is assigned. */
export const listHandlers = (db: Db, scope: Scope, query: { agent_path: string; search: string; limit: number }) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where(accountsWithin(scope, 'accounts'))
    .where('accounts.disabled', '=', false)
    .where(sql<boolean>`'order:reply' = any(roles.permissions)`)
    .where(sql<boolean>`(accounts.agent_id is null or starts_with(${query.agent_path}, distributors.agent_path))`)
    .where(sql<boolean>`(strpos(lower(accounts.user_name), ${query.search.toLowerCase()}) > 0
      or strpos(lower(accounts.nick_name), ${query.search.toLowerCase()}) > 0)`)
    .select([
      'accounts.uid',
      'accounts.user_name',
      'accounts.nick_name',
      sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
    ])
    .orderBy('accounts.user_name')
    .limit(query.limit)
    .execute()

/** An account of the scope that may be assigned, or null. */
export const isAccountWithin = async (db: Db, scope: Scope, uid: number): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where('accounts.uid', '=', uid)
    .where(accountsWithin(scope, 'accounts'))
    .select('accounts.uid')
    .executeTakeFirst()) !== undefined
