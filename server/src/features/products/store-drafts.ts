import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { PollBlock } from '@heatfleet/contract/products/products.ts'
import { withoutSchedules } from '@heatfleet/contract/products/schedules.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { Draft } from './merge-draft.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** The draft of a product as it is stored; null = none. */
export const findDraft = async (db: Db, product_key: string) =>
  (await db
    .selectFrom('product_drafts')
    .select([
      'product_key',
      'revision',
      'layout_id',
      'points',
      'settings',
      'touched',
      'changed',
      'updated_by',
      'updated_at',
    ])
    .where('product_key', '=', product_key)
    .executeTakeFirst()) ?? null

/** A product with the version in use (null = none yet); locked until the end of the transaction. Null = no such product. */
export const lockProduct = async (tx: Transaction<Tables>, product_key: string) =>
  (await tx
    .selectFrom('products')
    .select(['product_key', 'name', 'layout_id', 'state', 'built_in', 'disabled'])
    .where('product_key', '=', product_key)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Writes the draft, whichever was there before. */
export const storeDraft = async (
  db: Db,
  product_key: string,
  draft: Draft,
  { layout_id, changed, by, at }: { layout_id: number | null; changed: number; by: string; at: Date },
): Promise<void> => {
  const values = {
    revision: draft.revision,
    points: JSON.stringify(draft.points),
    settings: JSON.stringify(draft.settings),
    touched: JSON.stringify(draft.touched),
    layout_id,
    changed,
    updated_by: by,
    updated_at: at,
  }
  await db
    .insertInto('product_drafts')
    .values({ product_key, ...values })
    .onConflict((conflict) => conflict.column('product_key').doUpdateSet(values))
    .execute()
}

/** Notes that the draft is now what this version holds. */
export const settleDraft = async (tx: Transaction<Tables>, product_key: string, layout_id: number): Promise<void> => {
  await tx.updateTable('product_drafts').set({ layout_id, changed: 0 }).where('product_key', '=', product_key).execute()
}

/** One version of a product with all it holds, without the points of its schedules; null = not of this product. */
export const findVersion = async (db: Db, product_key: string, layout_id: number) => {
  const row = await db
    .selectFrom('product_versions')
    .select(['layout_id', 'version', 'points', 'settings', 'poll_blocks', 'published_at'])
    .where('product_key', '=', product_key)
    .where('layout_id', '=', layout_id)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, points: withoutSchedules(row.points, row.settings) }
}

/** The published versions, newest first. */
export const listVersions = (db: Db, product_key: string, limit: number) =>
  db
    .selectFrom('product_versions')
    .innerJoin('products', 'products.product_key', 'product_versions.product_key')
    .select([
      'product_versions.layout_id',
      'product_versions.version',
      sql<number>`jsonb_array_length(product_versions.points)`.as('point_count'),
      'product_versions.note',
      'product_versions.published_by',
      'product_versions.published_at',
      'product_versions.added',
      'product_versions.changed',
      'product_versions.removed',
      sql<boolean>`products.layout_id is not distinct from product_versions.layout_id`.as('in_use'),
    ])
    .where('product_versions.product_key', '=', product_key)
    .where('product_versions.published_at', 'is not', null)
    .orderBy('product_versions.version', 'desc')
    .limit(limit)
    .execute()

/** What a version holds. */
type VersionContent = {
  points: readonly DataPoint[]
  settings: ProductSettings
  poll_blocks: readonly PollBlock[]
}

/** Adds the next version of a product and puts it into use; the product is locked by the caller. */
export const insertVersion = async (
  tx: Transaction<Tables>,
  product_key: string,
  content: VersionContent,
  published: { by: string; at: Date; note: string; added: number; changed: number; removed: number },
): Promise<{ layout_id: number; version: number }> => {
  const { version } = await tx
    .selectFrom('product_versions')
    .select(sql<number>`coalesce(max(version), 0) + 1`.as('version'))
    .where('product_key', '=', product_key)
    .executeTakeFirstOrThrow()
  const { by, at, ...rest } = published
  const { layout_id } = await tx
    .insertInto('product_versions')
    .values({ product_key, version, ...jsonOf(content), published_by: by, published_at: at, ...rest })
    .returning('layout_id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('products')
    .set({ layout_id, state: 'published', updated_by: by, updated_at: at })
    .where('product_key', '=', product_key)
    .execute()
  return { layout_id, version }
}

const jsonOf = ({ points, settings, poll_blocks }: VersionContent) => ({
  points: JSON.stringify(points),
  settings: JSON.stringify(settings),
  poll_blocks: JSON.stringify(poll_blocks),
})
