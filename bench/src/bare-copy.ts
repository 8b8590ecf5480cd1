import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { MeasuredFrames } from './measured-frames.ts'

/** Rows of one transaction: as many as the gateway puts into one at most. */
const BATCH = 10_000
/** 2000-01-01, from which the database counts. */
const EPOCH_S = 946_684_800
const HEAD = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])

/** The floor: nothing but the rows, in a table of the history's shape. `rate` is rows a second. */
export type BareCopy = { run: (seconds: number, is_indexed: boolean) => Promise<number> }

/** Puts a batch together in advance, the same rows the modules' reports become. */
export const prepareBareCopy = (
  client: pg.Client,
  device_ids: readonly number[],
  layout_id: number,
  from_s: number,
  frames: MeasuredFrames,
): BareCopy => {
  const rows = Array.from({ length: BATCH }, (_, at) => {
    const unit = at % device_ids.length
    const n = Math.floor(at / device_ids.length)
    return rowOf(device_ids[unit] ?? 0, from_s + n, layout_id, frames.frameOf(unit, n))
  })
  const batch = Buffer.concat([HEAD, ...rows, Buffer.of(0xff, 0xff)])
  return {
    run: async (seconds, is_indexed) => {
      await client.query('drop table if exists bench_reports')
      await client.query('create table bench_reports (like report_hot including storage)')
      if (is_indexed) await client.query('create index on bench_reports (device_id, at)')
      const began = performance.now()
      let batches = 0
      for (; performance.now() < began + seconds * 1_000; batches += 1) {
        const stream = client.query(
          copyFrom('copy bench_reports (device_id, at, layout_id, raw) from stdin (format binary)'),
        )
        stream.end(batch)
        await finished(stream)
      }
      const rate = (batches * BATCH) / ((performance.now() - began) / 1_000)
      await client.query('drop table bench_reports')
      return rate
    },
  }
}

const rowOf = (device_id: number, at_s: number, layout_id: number, raw: Buffer): Buffer => {
  const row = Buffer.alloc(2 + 8 + 12 + 8 + 4 + raw.length)
  row.writeInt16BE(4, 0)
  row.writeInt32BE(4, 2)
  row.writeInt32BE(device_id, 6)
  row.writeInt32BE(8, 10)
  row.writeBigInt64BE(BigInt(at_s - EPOCH_S) * 1_000_000n, 14)
  row.writeInt32BE(4, 22)
  row.writeInt32BE(layout_id, 26)
  row.writeInt32BE(raw.length, 30)
  raw.copy(row, 34)
  return row
}
