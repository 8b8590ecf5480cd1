import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Text as a part of a `like` pattern. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Products by name and key with the devices the scope sees; points only when asked for. */
export const listProducts = async (
  db: Db,
  scope: Scope,
  ask: { name?: string; product_key?: string; with_points: boolean; offset: number; limit: number },
) => {
  let query = db
    .selectFrom('products')
    .innerJoin('product_versions', 'product_versions.layout_id', 'products.layout_id')
  if (ask.product_key !== undefined) query = query.where('products.product_key', '=', ask.product_key)
  if (ask.name !== undefined && ask.name !== '') {
    const part = `%${literal(ask.name)}%`
    query = query.where((is) => is.or([is('products.name', 'ilike', part), is('products.english_name', 'ilike', part)]))
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select((is) => [
      'products.product_key',
      'products.name',
      'products.english_name',
      'products.category',
      'products.network_type',
      'products.state',
      'product_versions.version',
      'product_versions.layout_id',
      sql<number>`jsonb_array_length(product_versions.points)`.as('point_count'),
      is
        .selectFrom('devices')
        .whereRef('devices.product_key', '=', 'products.product_key')
        .where(withinScope(scope, 'devices'))
        .select(sql<number>`count(*)::int`.as('n'))
        .as('device_count'),
    ])
    .$if(ask.with_points, (asked) => asked.select(['product_versions.points', 'product_versions.poll_blocks']))
    .orderBy('products.name')
    .orderBy('products.product_key')
    .offset(ask.offset)
    .limit(ask.limit)
    .execute()
  return { rows, total }
}

/** The names controllers announce, all products. */
export const listRegisters = (db: Db) =>
  db
    .selectFrom('product_registers')
    .select(['product_key', 'register_name'])
    .orderBy('product_key')
    .orderBy('register_name')
    .execute()

/** One version with its points; null when there is none. */
export const findLayout = async (db: Db, layout_id: number) =>
  (await db
    .selectFrom('product_versions')
    .select(['layout_id', 'product_key', 'points', 'poll_blocks', 'published_at'])
    .where('layout_id', '=', layout_id)
    .executeTakeFirst()) ?? null

/** Number of the version a product uses now; null when there is no such product. */
export const findLayoutInUse = async (db: Db, product_key: string): Promise<number | null> =>
  (await db.selectFrom('products').select('layout_id').where('product_key', '=', product_key).executeTakeFirst())
    ?.layout_id ?? null
