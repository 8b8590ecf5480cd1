import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type pg from 'pg'
import { z } from 'zod'

/** A point asked for: where it stands and what a register counts, as the product's own definition says. */
export type MeasuredPoint = { key: string; address: number; factor: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The factory plan: one block each minute, the others every fifth (first register, registers). */
const FAST = [0, 50] as const
const SLOW_EVERY_MIN = 5
const SLOW = [
  [50, 12],
  [198, 7],
  [361, 29],
  [397, 7],
  [410, 5],
  [440, 3],
  [512, 21],
] as const
/** Registers of an average report. */
export const VALUES_A_REPORT = FAST[1] + SLOW.reduce((sum, [, quantity]) => sum + quantity, 0) / SLOW_EVERY_MIN

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

/** Twelve measurements of the block that is reported each minute, with plain formulas. */
export const measuredPoints = async (client: pg.Client): Promise<MeasuredPoint[]> => {
  const { rows } = await client.query<{ points: unknown }>(
    'select v.points from products p join product_versions v on v.layout_id = p.layout_id where built_in',
  )
  const found = Points.parse(rows[0]?.points).flatMap(({ key, address, query_cmd, data_type, formulas }) => {
    const factor = /^raw(?: ?\* ?([\d.]+))?$/.exec(formulas.read)
    const is_plain = query_cmd === 3 && (data_type === 's16' || data_type === 'u16') && address < FAST[1]
    return is_plain && factor !== null ? [{ key, address, factor: Number(factor[1] ?? 1) }] : []
  })
  if (found.length < POINTS) throw new Error(`the built-in product has only ${found.length} plain points`)
  return found.slice(0, POINTS)
}

/** All that a unit reports, each register a point of its own behind those asked for: what a store of single values is given. */
export const reportedPoints = (asked: readonly MeasuredPoint[]): MeasuredPoint[] => {
  const taken = new Set(asked.map(({ address }) => address))
  const registers = [FAST, ...SLOW].flatMap(([start, quantity]) =>
    Array.from({ length: quantity }, (_, index) => start + index),
  )
  const others = registers.filter((address) => !taken.has(address))
  return [...asked, ...others.map((address) => ({ key: `register_${address}`, address, factor: 1 }))]
}

const isReported = (address: number, at_ms: number): boolean =>
  address < FAST[1] || Math.floor(at_ms / MINUTE_MS) % SLOW_EVERY_MIN === 0

/** A number from 0 to 1 for a unit, register and moment: always the same. */
const chance = (unit: number, address: number, moment: number): number => {
  let mixed = Math.imul(unit * 2_654_435_761 + address * 40_503 + moment, 0x9e37_79b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}

/**
 * What a register holds: of ten, three are noisy measurements, two slow ones, two states, two settings, one a counter. Between
 * 100 and 900: never a pattern that means a broken sensor.
 */
const wordAt = (unit: number, address: number, at_ms: number): number => {
  const minute = Math.floor(at_ms / MINUTE_MS)
  const of_day = Math.sin(((at_ms % DAY_MS) / DAY_MS) * 2 * Math.PI + unit)
  switch (address % 10) {
    case 0:
    case 1:
    case 2:
      return Math.round(450 + of_day * 200 + Math.sin(minute / 17 + address) * 60 + chance(unit, address, minute) * 6)
    case 3:
    case 4:
      return Math.round(400 + of_day * 150)
    case 5:
    case 6:
      return 100 + Math.floor(chance(unit, address, Math.floor(minute / 90)) * 4)
    case 9:
      return 100 + (Math.floor(minute / 7) % 800)
    default:
      return 100 + address
  }
}

/** The value of a point, as both sides should tell it; null = not in the report of that minute. */
export const valueAt = (unit: number, { address, factor }: MeasuredPoint, at_ms: number): number | null =>
  isReported(address, at_ms) ? Math.round(wordAt(unit, address, at_ms) * factor * 1e6) / 1e6 : null

/** The reports of a unit in a period, one a minute. */
export function* reportsOf(unit: number, from_ms: number, to_ms: number): Generator<{ at_ms: number; raw: Buffer }> {
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS) {
    const minute = Math.floor(at_ms / MINUTE_MS)
    const blocks = [FAST, ...(minute % SLOW_EVERY_MIN === 0 ? SLOW : [])].map(([start, quantity]) => {
      const data = Buffer.alloc(quantity * 2)
      for (let index = 0; index < quantity; index++) data.writeUInt16BE(wordAt(unit, start + index, at_ms), index * 2)
      return { slave: 1, fn: 3 as const, start, quantity, status: 0, data }
    })
    const head = { type: 1 as const, seq: minute & 0xffff, ts: at_ms / 1_000, rssi_dbm: -71, csq: 21 }
    yield { at_ms, raw: Buffer.from(encodeReport({ ...head, flags: { ...NO_FLAGS, cyclic: true }, blocks })) }
  }
}
