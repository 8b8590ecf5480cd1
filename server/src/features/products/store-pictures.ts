import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** The picture of a product; null = it has none. */
export const findPicture = async (db: Db, product_key: string): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('product_pictures')
    .select('picture')
    .where('product_key', '=', product_key)
    .executeTakeFirst()
  return row?.picture ?? null
}

/** Keeps a picture in place of the one before; null takes it away. */
export const savePicture = async (db: Db, product_key: string, picture: Buffer | null, at: Date): Promise<void> => {
  if (picture === null) {
    await db.deleteFrom('product_pictures').where('product_key', '=', product_key).execute()
    return
  }
  const values = { picture, updated_at: at }
  await db
    .insertInto('product_pictures')
    .values({ product_key, ...values })
    .onConflict((conflict) => conflict.column('product_key').doUpdateSet(values))
    .execute()
}
