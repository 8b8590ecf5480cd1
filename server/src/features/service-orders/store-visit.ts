import type { OrderVisit } from '@heatfleet/contract/service-orders/visit.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** What is written of the visit of an order. The caller has checked its scope. */
export const readVisit = async (db: Db, order_id: number): Promise<OrderVisit> => {
  const { visit_from, visit_to, visit_changed_at, ...visit } = await db
    .selectFrom('service_orders')
    .where('order_id', '=', order_id)
    .select(['visit_from', 'visit_to', 'parts', 'cause', 'result', 'visit_changed_at'])
    .executeTakeFirstOrThrow()
  return {
    ...visit,
    visit_from: visit_from?.toISOString() ?? null,
    visit_to: visit_to?.toISOString() ?? null,
    visit_changed_time: visit_changed_at?.toISOString() ?? null,
  }
}

/** Writes it; false when somebody else has since it was read. */
export const updateVisit = async (
  db: Db,
  order_id: number,
  { visit_changed_time, visit_from, visit_to, parts, cause, result }: OrderVisit,
  at: Date,
): Promise<boolean> => {
  const read_at = visit_changed_time === null ? null : new Date(visit_changed_time)
  const { numUpdatedRows } = await db
    .updateTable('service_orders')
    .set({
      visit_from: visit_from === null ? null : new Date(visit_from),
      visit_to: visit_to === null ? null : new Date(visit_to),
      parts: JSON.stringify(parts),
      cause,
      result,
      visit_changed_at: at,
    })
    .where('order_id', '=', order_id)
    .where(sql<boolean>`date_trunc('milliseconds', visit_changed_at) is not distinct from ${read_at}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
