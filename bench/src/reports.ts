import { createHash } from 'node:crypto'
import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type pg from 'pg'
import { z } from 'zod'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** First register and number of registers. */
type Block = readonly [start: number, quantity: number]
/** The built-in product's poll plan: one block each minute, the others every fifth. */
const FAST: Block = [0, 50]
const SLOW_EVERY_MIN = 5
const SLOW: readonly Block[] = [
  [50, 12],
  [198, 7],
  [361, 29],
  [397, 7],
  [410, 5],
  [440, 3],
  [512, 21],
]
/** Registers of an average report. */
export const VALUES_PER_REPORT = FAST[1] + SLOW.reduce((sum, [, quantity]) => sum + quantity, 0) / SLOW_EVERY_MIN

const frameOf = (blocks: readonly Block[], at_ms: number, wordAt: (address: number) => number): Buffer => {
  const seq = Math.floor(at_ms / MINUTE_MS) & 0xffff
  const head = {
    type: 1 as const,
    seq,
    ts: at_ms / 1_000,
    rssi_dbm: -71,
    csq: 21,
    flags: { ...NO_FLAGS, cyclic: true },
  }
  const filled = blocks.map(([start, quantity]) => {
    const data = Buffer.alloc(quantity * 2)
    for (let at = 0; at < quantity; at += 1) data.writeUInt16BE(wordAt(start + at), at * 2)
    return { slave: 1, fn: 3 as const, start, quantity, status: 0, data }
  })
  return Buffer.from(encodeReport({ ...head, blocks: filled }))
}

/** A number from 0 to 1 for a unit, register and moment: always the same. */
const chance = (unit: number, address: number, moment: number): number => {
  let mixed = Math.imul(unit * 2_654_435_761 + address * 40_503 + moment, 0x9e37_79b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}

/**
 * What a register holds: of ten, three are noisy measurements, two slow ones, two states, two settings, one a counter. Between 100 and
 * 900: never a pattern that means a broken sensor.
 */
const wordAt = (unit: number, address: number, at_ms: number): number => {
  const minute = Math.floor(at_ms / MINUTE_MS)
  const of_day = Math.sin(((at_ms % DAY_MS) / DAY_MS) * 2 * Math.PI + unit)
  const kind = address % 10
  if (kind <= 2)
    return Math.round(450 + of_day * 200 + Math.sin(minute / 17 + address) * 60 + chance(unit, address, minute) * 6)
  if (kind <= 4) return Math.round(400 + of_day * 150)
  if (kind <= 6) return 100 + Math.floor(chance(unit, address, Math.floor(minute / 90)) * 4)
  return kind === 9 ? 100 + (Math.floor(minute / 7) % 800) : 100 + address
}

/** A data point of the built-in product: its register and what one count means. */
export type MeasuredPoint = { key: string; address: number; factor: number }

const Points = z.array(
  z.object({
    key: z.string(),
    address: z.number(),
    query_cmd: z.number(),
    data_type: z.string(),
    formulas: z.object({ read: z.string() }),
  }),
)
const POINTS = 12

/** Twelve points of the fast block with plain formulas, as the product defines them. */
export const measuredPoints = async (client: pg.Client): Promise<MeasuredPoint[]> => {
  const { rows } = await client.query<{ points: unknown }>(
    'select v.points from products p join product_versions v on v.layout_id = p.layout_id where built_in',
  )
  const found = Points.parse(rows[0]?.points).flatMap(({ key, address, query_cmd, data_type, formulas }) => {
    const factor = /^raw(?: ?\* ?([\d.]+))?$/.exec(formulas.read)
    const is_plain = query_cmd === 3 && /^[su]16$/.test(data_type) && address < FAST[1]
    return is_plain && factor !== null ? [{ key, address, factor: Number(factor[1] ?? 1) }] : []
  })
  if (found.length < POINTS) throw new Error(`the built-in product has only ${found.length} plain points`)
  return found.slice(0, POINTS)
}

/** The given points and behind them every other register as a point of its own: what a store of single values holds of a report. */
export const reportedPoints = (first: readonly MeasuredPoint[]): MeasuredPoint[] => {
  const taken = new Set(first.map(({ address }) => address))
  const registers = [FAST, ...SLOW].flatMap(([start, quantity]) =>
    Array.from({ length: quantity }, (_, n) => start + n),
  )
  const others = registers.filter((address) => !taken.has(address))
  return [...first, ...others.map((address) => ({ key: `register_${address}`, address, factor: 1 }))]
}

const isSlowMinute = (at_ms: number): boolean => Math.floor(at_ms / MINUTE_MS) % SLOW_EVERY_MIN === 0

/** The value of a point in the report of a minute; null = not in that report. */
export const valueAt = (unit: number, { address, factor }: MeasuredPoint, at_ms: number): number | null =>
  address < FAST[1] || isSlowMinute(at_ms) ? Math.round(wordAt(unit, address, at_ms) * factor * 1e6) / 1e6 : null

/** The moments of a period at one report a minute. */
export function* minutesOf(from_ms: number, to_ms: number): Generator<number> {
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS) yield at_ms
}

/** The report that a unit's module would send for a minute of its history. */
export const historyReport = (unit: number, at_ms: number): Buffer =>
  frameOf(isSlowMinute(at_ms) ? [FAST, ...SLOW] : [FAST], at_ms, (address) => wordAt(unit, address, at_ms))

/** Blocks with 60 registers together, for reports that are sent as fast as they are acknowledged. */
const SENT: readonly Block[] = [FAST, [198, 7], [440, 3]]
export const SENT_REGISTERS = SENT.reduce((sum, [, quantity]) => sum + quantity, 0)
/** Units whose reports of a moment are alike: no frame is the same for more than a few. */
const VARIANTS = 16
/** Registers of the fast block that hold faults or states; 0 = all is well. */
const FAULT_REGISTERS = new Set([3, 7, 8, 9, 10, 11, 12, 13, 42, 43])
/** The fault of the tank's sensor; of so many reports one brings it, and it goes with the next. */
const ALARM_ADDRESS = 7
const ALARM_EVERY = 997
export const ALARM_KEY = 'f01'

/** Report `n` of a unit; the module that sends it and the check of the database use the same. */
export type SentReports = {
  frameOf: (unit: number, n: number) => Buffer
  hasAlarm: (unit: number, n: number) => boolean
  /** MD5 of the frame in hex, as the database computes it. */
  hashOf: (unit: number, n: number) => string
}

/** Prepares `count` reports of each unit, a second apart from `from_s` on. */
export const prepareReports = (from_s: number, count: number): SentReports => {
  const hasAlarm = (unit: number, n: number): boolean => (n * VARIANTS + (unit % VARIANTS)) % ALARM_EVERY === 0
  const frames = Array.from({ length: count * VARIANTS }, (_, at) => {
    const [n, variant] = [Math.floor(at / VARIANTS), at % VARIANTS]
    // The minute moves with each report, so that its values do.
    const word = (address: number): number => wordAt(variant, address, n * MINUTE_MS)
    const fault = (address: number): number => (address === ALARM_ADDRESS && hasAlarm(variant, n) ? 1 : 0)
    return frameOf(SENT, (from_s + n) * 1_000, (address) => (FAULT_REGISTERS.has(address) ? fault : word)(address))
  })
  const hashes = new Map<number, string>()
  const indexOf = (unit: number, n: number): number => n * VARIANTS + (unit % VARIANTS)
  const frameAt = (index: number): Buffer => {
    const frame = frames[index]
    if (frame === undefined) throw new RangeError(`only ${count} reports of each unit were prepared`)
    return frame
  }
  return {
    frameOf: (unit, n) => frameAt(indexOf(unit, n)),
    hasAlarm,
    hashOf: (unit, n) => {
      const index = indexOf(unit, n)
      const hash = hashes.get(index) ?? createHash('md5').update(frameAt(index)).digest('hex')
      hashes.set(index, hash)
      return hash
    },
  }
}
