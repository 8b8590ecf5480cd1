import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** How many secrets each of these products has had; unknown ones are missing. */
export const listSecretGenerations = async (db: Db, product_keys: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('products')
    .select(['product_key', 'secret_generation'])
    .where('product_key', 'in', product_keys)
    .execute()
  return new Map(rows.map(({ product_key, secret_generation }) => [product_key, secret_generation]))
}

/** Begins the next generation; null = no such product. */
export const renewSecret = async (db: Db, product_key: string): Promise<number | null> =>
  (
    await db
      .updateTable('products')
      .set({ secret_generation: sql<number>`secret_generation + 1` })
      .where('product_key', '=', product_key)
      .returning('secret_generation')
      .executeTakeFirst()
  )?.secret_generation ?? null
