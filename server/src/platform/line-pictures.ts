import { Refusal } from '@heatfleet/contract/errors.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { type Kysely, sql } from 'kysely'
import { readPng } from './png.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Where photos of what people write lie: one table each, so that lines are read without them. */
const LINES = {
  alarm: { pictures: 'alarm_log_pictures', lines: 'alarm_log', line: 'log_id', key: 'alarm_id' },
  order: { pictures: 'service_order_line_pictures', lines: 'service_order_lines', line: 'line_id', key: 'order_id' },
} as const
type LineOf = keyof typeof LINES

/** Decodes photos that were sent; refuses what is no PNG by its content, or too large. */
export const readPictures = (sent: readonly string[]): Buffer[] =>
  sent.map((data_url) =>
    readPng(data_url, {
      field: 'pictures',
      bytes_max: ORDER_LIMITS.picture_bytes,
      side_px_max: ORDER_LIMITS.picture_px,
    }),
  )

/**
 * Keeps photos of a line, in the transaction that writes it and holds the lock of its alarm or order. Refuses more than
 * {@link ORDER_LIMITS.line_pictures_max} of one alarm or order.
 */
export const insertLinePictures = async (
  tx: Db,
  of: LineOf,
  { id, line_id, pictures }: { id: number; line_id: number; pictures: readonly Buffer[] },
): Promise<void> => {
  if (pictures.length === 0) return
  const { pictures: table, lines, line, key } = LINES[of]
  // The line itself is counted: its number is written before its photos.
  const { rows } = await sql<{ kept: number }>`
    select coalesce(sum(pictures), 0)::int as kept from ${sql.table(lines)} where ${sql.ref(key)} = ${id}`.execute(tx)
  const max = ORDER_LIMITS.line_pictures_max
  if ((rows[0]?.kept ?? 0) > max) throw new Refusal('pictures_full', { field: 'pictures', details: { max } })
  await sql`insert into ${sql.table(table)} (${sql.ref(line)}, picture_no, picture)
    select ${line_id}, sent.place, sent.picture
    from unnest(${[...pictures]}::bytea[]) with ordinality as sent (picture, place)`.execute(tx)
}

/** A photo at a line of an alarm or an order, or null. The caller has checked the scope of the alarm or order. */
export const findLinePicture = async (
  db: Db,
  of: LineOf,
  { id, line_id, picture_no }: { id: number; line_id: number; picture_no: number },
): Promise<Buffer | null> => {
  const { pictures, lines, line, key } = LINES[of]
  const { rows } = await sql<{ picture: Buffer }>`
    select p.picture from ${sql.table(pictures)} p join ${sql.table(lines)} l on l.${sql.ref(line)} = p.${sql.ref(line)}
    where l.${sql.ref(key)} = ${id} and l.${sql.ref(line)} = ${line_id} and p.picture_no = ${picture_no}`.execute(db)
  return rows[0]?.picture ?? null
}
