import type { DeadLetterFilter } from '@heatfleet/contract/operations/dead-letters.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'

/** Escapes a text for LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const SORTS = {
  at: sql.ref('dead_letters.at'),
  mac: sql.ref('dead_letters.mac'),
  reason: sql.ref('dead_letters.reason'),
  bytes: sql`length(dead_letters.payload)`,
  tries: sql.ref('dead_letters.tries'),
} as const satisfies Record<DeadLetterFilter['sort_by'], unknown>

const matchingOf = (
  db: Kysely<Tables>,
  { mac, reason, product_key, known }: Omit<DeadLetterFilter, 'sort_by' | 'sort_order'>,
) =>
  db
    .selectFrom('dead_letters')
    .leftJoin('devices', 'devices.mac', 'dead_letters.mac')
    .leftJoin('products', 'products.product_key', 'devices.product_key')
    .$if(mac !== undefined && mac !== '', (query) => query.where('dead_letters.mac', 'like', `${literal(mac ?? '')}%`))
    .$if(reason !== undefined && reason !== '', (query) => query.where('dead_letters.reason', '=', reason ?? ''))
    .$if(product_key !== undefined, (query) => query.where('devices.product_key', '=', product_key ?? ''))
    .$if(known !== undefined, (query) => query.where(sql<SqlBool>`(devices.device_id is not null) = ${known}`))

const COLUMNS = [
  sql<number>`dead_letters.dead_letter_id::int`.as('dead_letter_id'),
  'dead_letters.at',
  'dead_letters.mac',
  'devices.device_name',
  'devices.product_key',
  sql<string>`coalesce(products.name, '')`.as('product_name'),
  sql<string>`coalesce(products.english_name, '')`.as('product_english_name'),
  'dead_letters.topic',
  'dead_letters.reason',
  sql<number>`length(dead_letters.payload)`.as('bytes'),
  'dead_letters.tries',
  'dead_letters.tried_at',
] as const

/** Frames that could not be stored; the right alone decides, since most are of modules that no distributor has. */
export const listDeadLetters = <Part extends ListPart>(db: Kysely<Tables>, filter: DeadLetterFilter, part: Part) => {
  const matching = matchingOf(db, filter)
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS),
      order: (query) =>
        query.orderBy(SORTS[filter.sort_by], filter.sort_order).orderBy('dead_letters.dead_letter_id', 'desc'),
      key: 'dead_letters.dead_letter_id',
    },
    part,
  )
}

/** One of them with its bytes, at most so many; null = it is gone. */
export const findDeadLetter = async (db: Kysely<Tables>, id: number, payload_bytes_max: number) =>
  (await matchingOf(db, {})
    .select(COLUMNS)
    .select(sql<Buffer>`substring(dead_letters.payload from 1 for ${payload_bytes_max}::int)`.as('payload'))
    .where('dead_letters.dead_letter_id', '=', String(id))
    .executeTakeFirst()) ?? null

/** Those of these ids that are still there. */
export const listPresentLetters = async (db: Kysely<Tables>, ids: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('dead_letters')
    .select(sql<number>`dead_letter_id::int`.as('id'))
    .where('dead_letter_id', 'in', ids.map(String))
    .orderBy('dead_letter_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes them; gives how many were there. */
export const deleteDeadLetters = async (db: Kysely<Tables>, ids: readonly number[]): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('dead_letters')
    .where('dead_letter_id', 'in', ids.map(String))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Frames of the last day and hour that could not be stored, by the product of their unit; the table is bounded by the gateway. */
export const countDeadLettersByProduct = async (db: Kysely<Tables>, now: Date) => {
  const hour = sql`${now}::timestamptz - interval '1 hour'`
  return db
    .selectFrom('dead_letters')
    .leftJoin('devices', 'devices.mac', 'dead_letters.mac')
    .leftJoin('products', 'products.product_key', 'devices.product_key')
    .select([
      'devices.product_key',
      sql<string>`coalesce(max(products.name), '')`.as('product_name'),
      sql<string>`coalesce(max(products.english_name), '')`.as('product_english_name'),
      sql<number>`count(distinct dead_letters.mac)::int`.as('units'),
      sql<number>`count(*) filter (where dead_letters.at > ${hour})::int`.as('last_hour'),
      sql<number>`count(*)::int`.as('last_day'),
    ])
    .where(sql<SqlBool>`dead_letters.at > ${now}::timestamptz - interval '1 day'`)
    .groupBy('devices.product_key')
    .orderBy('last_day', 'desc')
    .limit(50)
    .execute()
}
