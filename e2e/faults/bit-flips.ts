import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '@heatfleet/contract/client.ts'
import pg from 'pg'
import { startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { clientOf, embeddedConnection, signIn, storedValues } from './stored.ts'

const UNITS = 4
const DAYS = 3
const DAY_S = 86_400
const PACKED_MAX_MS = 120_000
/** Due days are compacted at once. */
const EAGER = { HEATFLEET_COMPACT_AFTER_MIN: '0', HEATFLEET_COMPACT_EVERY_S: '1' }

type ChunkKey = {
  device_id: number
  mac: string
  day: string
  day_s: number
  part: number
  /** Where a bit is flipped: a day is one piece, of a month every read takes the head. */
  of: 'body' | 'head'
  table: 'report_chunks' | 'report_month_parts' | 'report_months'
  bits: number
}

/**
 * Flips one bit of a compacted day or month repeatedly: the damage must be detected and recorded, no wrong value may be read from it,
 * and all other devices must read as before.
 */
export const bitFlipRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-bit-flips-'))
  chmodSync(data, 0o755)
  const product = await startProduct({ mode: 'start', data, demo: UNITS, demo_days: DAYS, environment: EAGER })
  const sql = new pg.Client(embeddedConnection(data))
  try {
    await sql.connect()
    const chunks = await untilPacked(sql)
    const call = clientOf(product.url, await signIn(product.url))
    const whole = new Map<ChunkKey, Map<number, number>>()
    for (const chunk of chunks) whole.set(chunk, await dayOf(call, chunk))
    let [unnoticed, wrong, elsewhere] = [0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const hit = chunks[round % chunks.length]
      const other = chunks.find(({ mac }) => mac !== hit?.mac)
      if (hit === undefined || other === undefined) throw new Error('too few packed days')
      const bit = Math.floor(Math.random() * hit.bits)
      await flip(sql, hit, bit)
      for (const [ts, value] of await dayOf(call, hit)) if (whole.get(hit)?.get(ts) !== value) wrong += 1
      if (!isSame(await dayOf(call, other), whole.get(other))) elsewhere += 1
      if (!(await isNoted(sql, hit))) unnoticed += 1
      await flip(sql, hit, bit)
      if (!isSame(await dayOf(call, hit), whole.get(hit))) elsewhere += 1
    }
    checks.note(`${rounds} tried, ${unnoticed} unnoticed, ${wrong} wrong values, ${elsewhere} other days changed`)
    checks.expect('every flipped bit is noticed and noted', unnoticed === 0, `${unnoticed} unnoticed`)
    checks.expect('no wrong value is read', wrong === 0, `${wrong} wrong`)
    checks.expect('every other unit, and the mended day, reads as before', elsewhere === 0, `${elsewhere} changed`)
  } finally {
    await sql.end().catch(() => undefined)
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Compacted days of at least two devices that get no more reports. */
const untilPacked = async (sql: pg.Client): Promise<ChunkKey[]> => {
  for (let waited_ms = 0, before = 0; waited_ms < PACKED_MAX_MS; waited_ms += 2_000) {
    const { rows } = await sql.query<ChunkKey>(
      `select device_id, mac, day::text, extract(epoch from day)::float8 as day_s, part,
         case when head is null then 'body' else 'head' end as of, length(coalesce(head, body)) * 8 as bits, source as table
       from (
         select device_id, day, part, head, body, 'report_chunks' as source from report_chunks
         union all select device_id, day, part, head, body, 'report_month_parts' from report_month_parts
         union all select device_id, day, part, head, body, 'report_months' from report_months) c
       join devices using (device_id)
       where not exists (select from chunk_merges m where m.device_id = c.device_id) and not exists (
         select from month_merges m where m.device_id = c.device_id
           and (days >= 8 or (not is_final and month + interval '1 month' <= now()))) order by 1, 3, 5`,
    )
    if (new Set(rows.map(({ mac }) => mac)).size === UNITS && rows.length === before) return rows
    before = rows.length
    await wait(2_000)
  }
  throw new Error('the history of the demo was not packed')
}

/** The values of a segment's day. */
const dayOf = (call: Call, { mac, day_s }: ChunkKey): Promise<Map<number, number>> =>
  storedValues(call, mac, day_s, day_s + DAY_S)

const isSame = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number> | undefined): boolean =>
  one.size === other?.size && [...one].every(([ts, value]) => other.get(ts) === value)

const KEY = 'device_id = $1 and day = $2::date and part = $3'
const keyOf = ({ device_id, day, part }: ChunkKey) => [device_id, day, part]

const flip = async (sql: pg.Client, chunk: ChunkKey, bit: number): Promise<void> => {
  await sql.query(
    `update ${chunk.table} set ${chunk.of} = set_bit(${chunk.of}, $4, 1 - get_bit(${chunk.of}, $4)) where ${KEY}`,
    [...keyOf(chunk), bit],
  )
}

/** Whether the damage was recorded; the record is deleted for the next round. */
const isNoted = async (sql: pg.Client, chunk: ChunkKey): Promise<boolean> =>
  (await sql.query(`delete from damaged_chunks where ${KEY}`, keyOf(chunk))).rowCount === 1
