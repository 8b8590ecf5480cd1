import type { AttrSaving } from '@heatfleet/contract/history.ts'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../platform/tables.ts'

/** One report as it was stored: raw HPLink bytes under the product version they came with. */
export type StoredFrame = { at_ms: number; layout_id: number; raw: Buffer }
/** Half-open: from <= at < to, unix ms. */
export type Period = { from_ms: number; to_ms: number }

/** One place reports are kept in; gives them in order of time, a bounded number at once. */
export type HistorySource = (device_id: number, period: Period) => AsyncIterable<StoredFrame[]>

/** Rows fetched at once: about 10 ms of decoding, then others get their turn. */
const BATCH_ROWS = 1_000

/** The hot table, read through a cursor: memory does not grow with the period. Scope was checked for the device. */
export const hotSource = (pool: pg.Pool): HistorySource =>
  async function* (device_id, { from_ms, to_ms }) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin read only')
      await client.query(
        `declare frames no scroll cursor for
           select extract(epoch from at)::float8 * 1000 as at_ms, layout_id, raw
           from report_hot where device_id = $1 and at >= $2 and at < $3 order by at`,
        [device_id, new Date(from_ms), new Date(to_ms)],
      )
      for (;;) {
        const { rows } = await client.query<StoredFrame>(`fetch ${BATCH_ROWS} from frames`)
        if (rows.length > 0) yield rows
        if (rows.length < BATCH_ROWS) break
      }
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      // Also reached when the reader has enough and leaves early.
      if (broken === undefined) await client.query('commit')
      client.release(broken)
    }
  }

/** Reports of a device in a period, for the choice of a resolution. */
export const countReports = async (
  db: Kysely<Tables>,
  device_ids: readonly number[],
  period: Period,
): Promise<number> =>
  (
    await db
      .selectFrom('report_hot')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('device_id', '=', sql<number>`any(${[...device_ids]})`)
      .where('at', '>=', new Date(period.from_ms))
      .where('at', '<', new Date(period.to_ms))
      .executeTakeFirstOrThrow()
  ).n

/** The account's saved selections for a product. */
export const findAttrSavings = async (db: Kysely<Tables>, uid: number, product_key: string): Promise<AttrSaving[]> =>
  (
    await db
      .selectFrom('attr_savings')
      .select('savings')
      .where('uid', '=', uid)
      .where('product_key', '=', product_key)
      .executeTakeFirst()
  )?.savings ?? []

/** Replaces them. */
export const saveAttrSavings = async (
  db: Kysely<Tables>,
  uid: number,
  product_key: string,
  list: readonly AttrSaving[],
): Promise<void> => {
  const savings = JSON.stringify(list)
  await db
    .insertInto('attr_savings')
    .values({ uid, product_key, savings })
    .onConflict((conflict) => conflict.columns(['uid', 'product_key']).doUpdateSet({ savings }))
    .execute()
}
