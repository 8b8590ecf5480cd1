import { ORDER_MOVES, type ORDER_PROCESSED_AT } from '@heatfleet/contract/service-orders/row.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Levels of distributors at and above the order's device: above them is the manufacturer. Over `devices`. */
const LEVELS = sql<number>`coalesce(array_length(string_to_array(
  nullif(trim(both '/' from devices.agent_path), ''), '/'), 1), 0)`

/** The level that processes an order. A device that moved up in the tree has fewer levels above it. Over `service_orders` and `devices`. */
export const LEVEL = sql<number>`least(service_orders.levels_up, ${LEVELS})`

export const PROCESSED_AT = sql<(typeof ORDER_PROCESSED_AT)[number]>`case when ${LEVEL} >= ${LEVELS} then 'manufacturer'
  when ${LEVEL} = 0 then 'distributor' else 'above' end`

/** Id of the distributor whose people process an order; null = the manufacturer. */
const PROCESSING_AGENT = sql<number | null>`nullif(split_part(devices.agent_path, '/',
  ${LEVELS} - ${LEVEL} + 1), '')::int`

/** Its name, as far as the caller sees distributors. */
export const processedBy = (agents: Scope): RawBuilder<string> =>
  sql<string>`coalesce((select distributors.agent_name from distributors
    where distributors.agent_id = ${PROCESSING_AGENT} and ${agentsWithin(agents, 'distributors')}), '')`

/** Where an order can be handed: its level now, and how many there are. The caller has checked its scope. */
export const readLevels = (db: Db, order_id: number): Promise<{ level: number; levels: number }> =>
  db
    .selectFrom('service_orders')
    .innerJoin('devices', 'devices.device_id', 'service_orders.device_id')
    .where('service_orders.order_id', '=', order_id)
    .select([LEVEL.as('level'), LEVELS.as('levels')])
    .executeTakeFirstOrThrow()

/** Hands an open order to another level, with a line in its log; or returns why not: nothing is then changed. */
export const transferOrder = (
  db: Db,
  move: { order_id: number; levels_up: number; uid: number; reason: string; at: Date },
  lines_max: number,
): Promise<'order_resolved' | 'order_lines_full' | null> =>
  db.transaction().execute(async (tx) => {
    const { order_id, levels_up, uid, reason, at } = move
    const open = await tx
      .selectFrom('service_orders')
      .select('order_id')
      .where('order_id', '=', order_id)
      .where('status', 'in', ORDER_MOVES.transfer)
      .forUpdate()
      .executeTakeFirst()
    if (open === undefined) return 'order_resolved'
    const { lines } = await tx
      .selectFrom('service_order_lines')
      .select(sql<number>`count(*)::int`.as('lines'))
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow()
    if (lines >= lines_max) return 'order_lines_full'
    await tx
      .updateTable('service_orders')
      .set({ levels_up, handler_uid: null })
      .where('order_id', '=', order_id)
      .execute()
    await tx
      .insertInto('service_order_lines')
      .values({ order_id, kind: 'transferred', uid, text: reason, at, levels_up })
      .execute()
    return null
  })

/**
 * Moves orders up whose time to answer is over, or that were moved up so many minutes ago and still have no answer; each move
 * is a line in the log, written in the same statement, so that one that was made is not made again. Returns their ids.
 */
export const escalateOrders = async (db: Db, now: Date, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ order_id: number }>`
    with due as (
      select service_orders.order_id, ${LEVEL} + 1 as level
      from service_orders
        join devices on devices.device_id = service_orders.device_id
        cross join service_order_settings settings
      where service_orders.status = 'unresolved' and service_orders.answered_at is null
        and service_orders.feedback_at >= settings.since and settings.escalation_minutes > 0
        and coalesce(service_orders.escalated_at + make_interval(mins => settings.escalation_minutes), service_orders.due_at) <= ${now}
        and ${LEVEL} < ${LEVELS}
      order by service_orders.order_id limit ${limit} for update of service_orders skip locked
    ), moved as (
      update service_orders set levels_up = due.level, escalated = escalated + 1, escalated_at = ${now}
      from due where service_orders.order_id = due.order_id
      returning service_orders.order_id, service_orders.levels_up
    )
    insert into service_order_lines (order_id, kind, text, at, levels_up)
    select order_id, 'escalated', '', ${now}, levels_up from moved returning order_id`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

/** Minutes between two levels; 0 = orders stay where they are. */
export const readEscalationMinutes = async (db: Db): Promise<number> =>
  (await db.selectFrom('service_order_settings').select('escalation_minutes').executeTakeFirstOrThrow())
    .escalation_minutes

/** Sets them; switched on anew, only orders reported from then on go up. */
export const saveEscalationMinutes = async (db: Db, escalation_minutes: number, at: Date): Promise<void> => {
  await db
    .updateTable('service_order_settings')
    .set({
      escalation_minutes,
      since: sql`case when escalation_minutes = 0 then ${at}::timestamptz else since end`,
      updated_at: at,
    })
    .where(sql<SqlBool>`is_only`)
    .execute()
}
