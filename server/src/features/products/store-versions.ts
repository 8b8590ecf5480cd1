import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** One version with its points; null when there is none. */
export const findLayout = async (db: Db, layout_id: number) =>
  (await db
    .selectFrom('product_versions')
    .select(['layout_id', 'product_key', 'points', 'poll_blocks', 'settings', 'published_at'])
    .where('layout_id', '=', layout_id)
    .executeTakeFirst()) ?? null

/** Number of the version a product uses now; null when there is no such product, or none was published. */
export const findLayoutInUse = async (db: Db, product_key: string): Promise<number | null> =>
  (await db.selectFrom('products').select('layout_id').where('product_key', '=', product_key).executeTakeFirst())
    ?.layout_id ?? null
