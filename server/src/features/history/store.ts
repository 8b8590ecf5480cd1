import type { AttrSaving } from '@heatfleet/contract/history/history.ts'
import { type Kysely, sql } from 'kysely'
import { readBinaryRows } from '../../platform/binary-rows.ts'
import type { Connections } from '../../platform/db.ts'
import { prepareOnce, runPrepared } from '../../platform/prepared.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { STORED_SEGMENTS } from '../../platform/stored-segments.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A device whose history is read; `layout_id` = the version of its product in use. */
type ReadDevice = { device_id: number; mac: string; device_name: string; layout_id: number | null }

/** The devices within the scope. */
export const listDevices = (database: Connections, scope: Scope, macs: readonly string[]): Promise<ReadDevice[]> => {
  const query = database.db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .select(['devices.device_id', 'devices.mac', 'devices.device_name', 'products.layout_id'])
    .where(sql<boolean>`devices.mac = any(${[...macs]})`)
    .where(withinScope(scope, 'devices'))
  // Each device group has its own statement: too many to keep prepared.
  return scope.group === null ? runPrepared(database, query) : query.execute()
}

/** Whether a device was connected at a moment, by its last coming or going; null = not known. The caller has checked the scope. */
export const findConnection = async (db: Db, device_id: number, at: Date): Promise<boolean | null> => {
  const event = await db
    .selectFrom('device_events')
    .select('kind')
    .where('device_id', '=', device_id)
    .where('at', '<=', at)
    .where('kind', 'in', ['online', 'offline'])
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event === undefined ? null : event.kind === 'online'
}

/** A row of the hot table. */
type HotReport = { at_ms: number; layout_id: number; raw: Buffer }

/** The next reports of a device in [from_ms, to_ms) that are not compacted. The caller has checked the scope. */
export const listHotReports = (
  database: Connections,
  { device_id, from_ms, to_ms, rows_max }: { device_id: number; from_ms: number; to_ms: number; rows_max: number },
): Promise<HotReport[]> => {
  const of_table = [device_id, new Date(from_ms), new Date(to_ms), rows_max]
  return hotReports(database, [...of_table, ...of_table, rows_max])
}

// Timestamps as numbers: parsing dates would cost more than decoding the reports. `ctid` gives the order of storage for
// equal timestamps, because rows are only added. Rows under compaction are older than hot rows.
const hotReports = prepareOnce<HotReport>((db) => {
  const from = (table: 'report_hot' | 'report_packing', place: number) => sql`
    (select at, layout_id, raw, ${sql.lit(place)} as place, ctid as row_id from ${sql.table(table)}
     where device_id = ${0} and at >= ${0} and at < ${0}
     order by at, ctid limit ${0})`
  const reports = sql<HotReport>`
    select (extract(epoch from at) * 1000)::float8 as at_ms, layout_id, raw
    from (${from('report_packing', 0)} union all ${from('report_hot', 1)}) reports
    order by at, place, row_id limit ${0}`
  return { compile: () => reports.compile(db) }
})

/**
 * A compacted day of a device, or several days of a month (`head` given, `body` not read). It has reports of
 * [first_at_ms, last_at_ms].
 */
export type StoredSegment = {
  day_ms: number
  part: number
  layout_id: number
  reports: number
  first_at_ms: number
  last_at_ms: number
} & ({ head: null; body: Buffer } | { head: Buffer; body: null })

const DAY_MS = 86_400_000

/**
 * The segments of a device with reports of [from_ms, to_ms), those of months first, then by day and part. `from_ms` is where the
 * page before ended: a segment that began earlier in the month is on both. The caller has checked the scope.
 */
export const listSegments = async (
  database: Connections,
  { device_id, from_ms, to_ms }: { device_id: number; from_ms: number; to_ms: number },
): Promise<StoredSegment[]> => {
  const rows = await segmentRows(database, [
    device_id,
    monthText(from_ms),
    dayText(to_ms - 1),
    new Date(to_ms),
    new Date(from_ms),
  ])
  return rows.map(({ day, head, body, ...row }) => ({
    ...row,
    day_ms: day * DAY_MS,
    first_at_ms: Math.round(row.first_at_ms),
    last_at_ms: Math.round(row.last_at_ms),
    ...(head === null ? { head, body: body ?? NOTHING } : { head, body: null }),
  }))
}

/** `day` = days since 1970. */
type SegmentRow = Omit<StoredSegment, 'day_ms' | 'head' | 'body'> & {
  day: number
  head: Buffer | null
  body: Buffer | null
}

// Planned once: planning for the tables of a year takes longer than reading their heads.
const segmentRows = prepareOnce<SegmentRow>((db) => {
  const rows = sql<SegmentRow>`
    select day - date '1970-01-01' as day, part, layout_id, reports,
      (extract(epoch from first_at) * 1000)::float8 as first_at_ms,
      (extract(epoch from last_at) * 1000)::float8 as last_at_ms,
      head, case when head is null then body end as body
    from ${sql.raw(STORED_SEGMENTS)} c
    where device_id = ${0}::int and day between ${0}::date and ${0}::date
      and first_at < ${0}::timestamptz and last_at >= ${0}::timestamptz
    order by head is null, day, part`
  return { compile: () => rows.compile(db) }
})

/** Some bytes of the body of a month segment; `checksum` = that of its head. */
type BodyRange = { day_ms: number; part: number; checksum: Buffer; from: number; bytes: number }

/** Bytes that a prepared statement reads: as text, which is twice as long. More are read by COPY, which is planned each time. */
const BYTES_AS_TEXT = 65_536

/** Reads parts of bodies, in that order; null = the segment is not stored any more, or is another one. */
export const readBodyRanges = async (
  database: Connections,
  device_id: number,
  ranges: readonly BodyRange[],
): Promise<(Buffer | null)[]> => {
  const found: (Buffer | null)[] = ranges.map(() => null)
  if (ranges.reduce((sum, { bytes }) => sum + bytes, 0) <= BYTES_AS_TEXT) {
    const columns = [
      ranges.map(({ day_ms }) => dayText(day_ms)),
      ranges.map(({ part }) => part),
      ranges.map(({ checksum }) => checksum.toString('hex')),
      ranges.map(({ from }) => from + 1),
      ranges.map(({ bytes }) => bytes),
    ]
    for (const { place, piece } of await bodyRanges(database, [...columns, device_id])) found[place - 1] = piece
  } else
    for (const [place, piece] of await copyBodyRanges(database, device_id, ranges))
      found[numberOf(place)] = piece ?? NOTHING
  return found
}

// For each range the table of its month alone is looked into.
const bodyRanges = prepareOnce<{ place: number; piece: Buffer }>((db) => {
  const rows = sql<{ place: number; piece: Buffer }>`
    select w.place::int4 as place, substr(c.body, w.start, w.bytes) as piece
    from unnest(${0}::date[], ${0}::int[], ${0}::text[], ${0}::int[], ${0}::int[])
      with ordinality w (day, part, checksum, start, bytes, place)
    join ${sql.raw(STORED_SEGMENTS)} c on c.device_id = ${0}::int and c.day = w.day and c.part = w.part
      and substr(c.head, 2, 4) = decode(w.checksum, 'hex')`
  return { compile: () => rows.compile(db) }
})

const copyBodyRanges = ({ pool }: Connections, device_id: number, ranges: readonly BodyRange[]) => {
  const wanted = ranges.map(
    ({ day_ms, part, checksum, from, bytes }, place) =>
      `(${place}, date '${dayText(day_ms)}', ${part}, '\\x${checksum.toString('hex')}'::bytea, ${from + 1}, ${bytes})`,
  )
  // Without bounds every partition would be planned.
  const days = ranges.map(({ day_ms }) => day_ms)
  return readBinaryRows(
    pool,
    `select w.place::int4, substr(c.body, w.start, w.bytes) from (values ${wanted.join(', ')}) w (place, day, part, checksum, start, bytes)
     join ${STORED_SEGMENTS} c on c.device_id = ${Math.trunc(device_id)} and c.day = w.day and c.part = w.part
       and c.day between '${dayText(Math.min(...days))}'::date and '${dayText(Math.max(...days))}'::date
       and substr(c.head, 2, 4) = w.checksum`,
  )
}

/** Not null in the table. */
const NOTHING = Buffer.alloc(0)
const numberOf = (field: Buffer | null | undefined): number => field?.readInt32BE() ?? 0

/**
 * Estimates the number of reports of devices in a period: partly covered segments count proportionally, duplicates are
 * included. The caller has checked the scope.
 */
export const countReports = async (
  db: Db,
  { device_ids, from_ms, to_ms }: { device_ids: readonly number[]; from_ms: number; to_ms: number },
): Promise<number> => {
  const [from, to, ids] = [new Date(from_ms), new Date(to_ms), [...device_ids]]
  const hot = (table: 'report_hot' | 'report_packing') =>
    sql`(select count(*) from ${sql.table(table)} where device_id = any(${ids}) and at >= ${from} and at < ${to})`
  const { rows } = await sql<{ n: number }>`
    select (${hot('report_hot')} + ${hot('report_packing')} + (
      select coalesce(sum(reports * extract(epoch from least(last_at, ${to}) - greatest(first_at, ${from}))
        / greatest(1, extract(epoch from last_at - first_at))), 0)
      from ${sql.raw(STORED_SEGMENTS)} c
      where device_id = any(${ids}) and day between ${monthText(from_ms)}::date and ${dayText(to_ms - 1)}::date
        and first_at < ${to} and last_at >= ${from}))::float8 as n`.execute(db)
  return Math.ceil(rows[0]?.n ?? 0)
}

/** Records a corrupt segment, once. */
export const insertDamage = async (
  db: Db,
  { device_id, day_ms, part }: { device_id: number; day_ms: number; part: number },
  reason: string,
  now_ms: number,
): Promise<void> => {
  await db
    .insertInto('damaged_chunks')
    .values({ device_id, day: dayText(day_ms), part, found_at: new Date(now_ms), reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The begin of the month: a segment with reports of a time begins in the same month. */
const monthText = (at_ms: number): string => `${dayText(at_ms).slice(0, 7)}-01`
const dayText = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)

/** The account's saved selections for a product; undefined = no such product. */
export const findAttrSavings = async (db: Db, uid: number, product_key: string): Promise<AttrSaving[] | undefined> => {
  const row = await db
    .selectFrom('products')
    .leftJoin('attr_savings', (join) =>
      join.onRef('attr_savings.product_key', '=', 'products.product_key').on('attr_savings.uid', '=', uid),
    )
    .select('attr_savings.savings')
    .where('products.product_key', '=', product_key)
    .executeTakeFirst()
  return row === undefined ? undefined : (row.savings ?? [])
}

/** Replaces the account's saved selections for a product; false = no such product. */
export const replaceAttrSavings = async (
  db: Db,
  { uid, product_key, savings }: { uid: number; product_key: string; savings: readonly AttrSaving[] },
): Promise<boolean> => {
  const stored = JSON.stringify(savings)
  const done = await db
    .insertInto('attr_savings')
    .columns(['uid', 'product_key', 'savings'])
    .expression((from) =>
      from
        .selectFrom('products')
        .select([sql<number>`${uid}::int`.as('uid'), 'product_key', sql<string>`${stored}::jsonb`.as('savings')])
        .where('product_key', '=', product_key),
    )
    .onConflict((conflict) => conflict.columns(['uid', 'product_key']).doUpdateSet({ savings: stored }))
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}
