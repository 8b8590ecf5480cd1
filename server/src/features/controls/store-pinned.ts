import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Pinned points of an account for a product, in their order. */
export const findPinned = async (db: Db, uid: number, product_key: string): Promise<string[]> =>
  (
    await db
      .selectFrom('pinned_points')
      .select('points')
      .where('uid', '=', uid)
      .where('product_key', '=', product_key)
      .executeTakeFirst()
  )?.points ?? []

/** Replaces them; false = there is no such product. */
export const savePinned = async (
  db: Db,
  uid: number,
  product_key: string,
  points: readonly string[],
): Promise<boolean> => {
  const { numAffectedRows } = await sql`insert into pinned_points (uid, product_key, points)
    select ${uid}, product_key, ${[...points]}::text[] from products where product_key = ${product_key}
    on conflict (uid, product_key) do update set points = excluded.points`.execute(db)
  return numAffectedRows === 1n
}
