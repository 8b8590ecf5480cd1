import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { ProductDefinition } from './built-in.ts'

/** Publishes a product as version 1 unless its key is taken; returns the layout in use. Repeating it changes nothing. */
export const ensureProduct = (
  db: Kysely<Tables>,
  definition: ProductDefinition,
  published_at: Date,
): Promise<{ layout_id: number }> =>
  db.transaction().execute(async (tx) => {
    const { register_names, points, poll_blocks, settings, ...product } = definition
    const made = await tx
      .insertInto('products')
      .values({ ...product, state: 'published', built_in: true })
      .onConflict((conflict) => conflict.column('product_key').doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 1n) {
      const version = await tx
        .insertInto('product_versions')
        .values({
          product_key: product.product_key,
          version: 1,
          points: JSON.stringify(points),
          poll_blocks: JSON.stringify(poll_blocks),
          settings: JSON.stringify(settings),
          added: points.length,
          published_at,
        })
        .returning('layout_id')
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('products')
        .set({ layout_id: version.layout_id })
        .where('product_key', '=', product.product_key)
        .execute()
      await tx
        .insertInto('product_registers')
        .values(register_names.map((register_name) => ({ product_key: product.product_key, register_name })))
        .execute()
    }
    const found = await tx
      .selectFrom('products')
      .select('layout_id')
      .where('product_key', '=', product.product_key)
      .executeTakeFirstOrThrow()
    if (found.layout_id === null) throw new Error(`Product ${product.product_key} has no version.`)
    return { layout_id: found.layout_id }
  })
