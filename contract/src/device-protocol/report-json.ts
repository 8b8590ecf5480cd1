import { fromHex, toHex } from '@heatfleet/modbus/hex.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { z } from 'zod'
import { type PayloadFault, parsePayload } from './json-payload.ts'
import { bitsOf, FLAG_MASK, flagsOf, NO_CSQ, NO_RSSI, REPORT_TYPE, type Report } from './report.ts'
import {
  assertBlock,
  type BlockFault,
  findBlockFault,
  isQueryCommand,
  MAX_BLOCK_DATA_BYTES,
  MAX_BLOCKS,
} from './report-block.ts'

const u8 = z.int().min(0).max(0xff)
const u16 = z.int().min(0).max(0xffff)
const hexData = z.string().max(2 * MAX_BLOCK_DATA_BYTES)
const type = z.union([z.literal(1), z.literal(2), z.literal(3)])

const JsonBlock = z.object({ a: u8, f: u8, s: u16, q: u16, st: u8.default(0), d: hexData.default('') })

/**
 * JSON form of the block report, channel `up/blkj`: s seq, fl flag bits, rssi dBm, a slave, f function, s start,
 * q quantity, st status, d data as hex. The type t is omitted when the flags imply it: replay 3, else 1.
 */
export const JsonReport = z.object({
  v: z.literal(1),
  t: type.optional(),
  s: u16,
  ts: z.int().min(0).max(0xffff_ffff),
  fl: z.int().min(0).max(FLAG_MASK),
  rssi: z.int().min(-128).max(127).default(NO_RSSI),
  csq: u8.default(NO_CSQ),
  b: z.array(JsonBlock).max(MAX_BLOCKS),
})
export type JsonReport = z.infer<typeof JsonReport>

type JsonReportFault = PayloadFault | { reason: 'bad_hex' | BlockFault }
type DecodedJsonReport = { ok: true; report: Report } | ({ ok: false } & JsonReportFault)

/** Reads a JSON report into the same Report the binary channel gives, by the same rules on blocks; never throws. */
export const decodeJsonReport = (payload: Uint8Array): DecodedJsonReport => {
  const parsed = parsePayload(JsonReport, payload)
  if (!parsed.ok) return parsed
  const { t, s, ts, fl, rssi, csq, b } = parsed.message
  const blocks: Block[] = []
  for (const block of b) {
    const read = readBlock(block)
    if (typeof read === 'string') return { ok: false, reason: read }
    blocks.push(read)
  }
  const flags = flagsOf(fl)
  const report = {
    type: t ?? typeOfFlags(flags),
    seq: s,
    ts,
    flags,
    rssi_dbm: rssi === NO_RSSI ? null : rssi,
    csq: csq === NO_CSQ ? null : csq,
    blocks,
  }
  return { ok: true, report }
}

/** The JSON form of a report, ready for JSON.stringify. Throws RangeError when a block breaks the rules. */
export const encodeJsonReport = (report: Report): JsonReport => ({
  v: 1,
  ...(report.type === typeOfFlags(report.flags) ? {} : { t: report.type }),
  s: report.seq,
  ts: report.ts,
  fl: bitsOf(report.flags),
  rssi: report.rssi_dbm ?? NO_RSSI,
  csq: report.csq ?? NO_CSQ,
  b: report.blocks.map((block) => {
    assertBlock(block)
    return { a: block.slave, f: block.fn, s: block.start, q: block.quantity, st: block.status, d: toHex(block.data) }
  }),
})

const typeOfFlags = (flags: Report['flags']) => (flags.replay ? REPORT_TYPE.replay : REPORT_TYPE.cyclic)

const readBlock = ({ a, f, s, q, st, d }: z.infer<typeof JsonBlock>): Block | 'bad_hex' | BlockFault => {
  const data = fromHex(d)
  if (data === null) return 'bad_hex'
  if (!isQueryCommand(f)) return 'bad_function'
  const head = { fn: f, start: s, quantity: q, status: st }
  return findBlockFault(head, data.length) ?? { slave: a, ...head, data }
}
