import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Where pictures lie, and what they are of: one table each, so that lists of what they are of are read without them. */
const PICTURES = {
  product: { table: 'product_pictures', key: 'product_key' },
  account: { table: 'account_pictures', key: 'uid' },
} as const satisfies Record<string, { table: keyof Tables; key: string }>

type Keys = { product: string; account: number }

/** The picture of an object; null = none. The caller checks permission before. */
export const findPicture = async <Of extends keyof Keys>(db: Db, of: Of, id: Keys[Of]): Promise<Buffer | null> => {
  const { table, key } = PICTURES[of]
  const { rows } = await sql<{ picture: Buffer }>`
    select picture from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
  return rows[0]?.picture ?? null
}

/** Keeps a picture in place of the one before; null takes it away. */
export const savePicture = async <Of extends keyof Keys>(
  db: Db,
  of: Of,
  id: Keys[Of],
  picture: Buffer | null,
  at: Date,
): Promise<void> => {
  const { table, key } = PICTURES[of]
  await (picture === null
    ? sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id}`
    : sql`
        insert into ${sql.table(table)} (${sql.ref(key)}, picture, updated_at) values (${id}, ${picture}, ${at})
        on conflict (${sql.ref(key)})
        do update set picture = excluded.picture, updated_at = excluded.updated_at`
  ).execute(db)
}
