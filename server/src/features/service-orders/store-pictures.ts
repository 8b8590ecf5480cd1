import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/** A picture of an order, or null. The caller has checked its scope. */
export const findOrderPicture = async (
  db: Kysely<Tables>,
  order_id: number,
  picture_no: number,
): Promise<Buffer | null> =>
  (
    await db
      .selectFrom('service_order_pictures')
      .select('picture')
      .where('order_id', '=', order_id)
      .where('picture_no', '=', picture_no)
      .executeTakeFirst()
  )?.picture ?? null
