import { QUALITY_BIT } from '@heatfleet/contract/device-protocol/quality.ts'
import { flagsOf, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Layout } from '../products/public.ts'
import { shortened } from './reduce.ts'

/** Whether the registers of a point are in a report: not at all, in a block that could not be read, or in a good one. */
const [ABSENT, FAILED, HELD] = [0, 1, 2]

/** What a judgement of a report needs. */
type Judged = {
  /** Of each point; NaN = none. */
  values: Float64Array
  /** Of each point, as `holdings` tells. */
  held: Uint8Array
  /** Quality bits that all values of the report share. */
  circumstances: number
}

/** Judges values read under one product version. */
export type QualityEvaluator = {
  /** Of each point, whether blocks with these heads hold it. */
  holdings: (blocks: readonly BlockHead[]) => Uint8Array
  /** Writes the quality bits of each point of a report into its row. */
  mark: (quality: readonly Uint8Array[], row: number, judged: Judged) => void
}

type BlockHead = Pick<Block, 'fn' | 'start' | 'quantity' | 'status'>
type Registers = Pick<BlockHead, 'fn'> & { address: number; count: number }
type PlannedPoint = { registers: Registers[]; least: number; most: number; own_bits: number }

/**
 * The judge of some points as a version defines them; `in_use` is the version in use. A limit that is another point's value is not
 * held against the past: it may have been another then.
 */
export const createQualityEvaluator = (layout: Layout, keys: readonly string[], in_use: Layout): QualityEvaluator => {
  const planned = keys.map((key): PlannedPoint | null => {
    const point = layout.byKey.get(key)
    if (point === undefined) return null
    const is_other = in_use !== layout && readingOf(key, in_use) !== readingOf(key, layout)
    return {
      registers: leavesOf(key, layout).map(registersOf),
      least: typeof point.min === 'number' ? point.min : Number.NEGATIVE_INFINITY,
      most: typeof point.max === 'number' ? point.max : Number.POSITIVE_INFINITY,
      own_bits: is_other ? QUALITY_BIT.other_version : 0,
    }
  })
  return {
    holdings: (blocks) => Uint8Array.from(planned, (point) => (point === null ? ABSENT : holding(point, blocks))),
    mark: (quality, row, { values, held, circumstances }) => {
      for (const [index, point] of planned.entries()) {
        const column = quality[index]
        if (point === null || column === undefined) continue
        column[row] = bitsOf(point, values[index] ?? Number.NaN, held[index] ?? ABSENT, circumstances)
      }
    },
  }
}

/** Quality bits out of type and flags of a report, and how far its own second lies from that of the time it stands under. */
export const reportQualityBits = (kind: number, clock_s: number): number => {
  const flags = flagsOf(kind & 255)
  const is_replay = kind >>> 8 === REPORT_TYPE.replay || flags.replay
  return (
    (is_replay ? QUALITY_BIT.replay : 0) |
    (flags.bus_down ? QUALITY_BIT.bus_down : 0) |
    (flags.clock_unsynced ? QUALITY_BIT.clock_unsynced : 0) |
    (clock_s === 0 ? 0 : QUALITY_BIT.arrival_time)
  )
}

const bitsOf = (point: PlannedPoint, value: number, held: number, circumstances: number): number => {
  if (!Number.isNaN(value)) {
    const shown = shortened(value)
    const is_outside = shown < point.least || shown > point.most
    return circumstances | point.own_bits | (is_outside ? QUALITY_BIT.out_of_range : 0)
  }
  if (held === FAILED) return circumstances | QUALITY_BIT.not_read
  if (held === HELD) return circumstances | QUALITY_BIT.invalid
  // A slower block is simply not in this report; when the bus is down, nothing is.
  return (circumstances & QUALITY_BIT.bus_down) === 0 ? 0 : circumstances
}

const holding = ({ registers }: PlannedPoint, blocks: readonly BlockHead[]): number => {
  let all_held = registers.length > 0
  for (const each of registers) {
    const holders = blocks.filter((block) => holds(block, each))
    if (holders.some(({ status }) => status === 0)) continue
    if (holders.length > 0) return FAILED
    all_held = false
  }
  return all_held ? HELD : ABSENT
}

const holds = ({ fn, start, quantity }: BlockHead, each: Registers): boolean =>
  fn === each.fn && each.address >= start && each.address + each.count <= start + quantity

/** The points that are read from registers: the point itself, or all that it is calculated from. */
const leavesOf = (key: string, layout: Layout, seen = new Set<string>()): DataPoint[] => {
  const point = layout.byKey.get(key)
  if (point === undefined || seen.has(key)) return []
  seen.add(key)
  if (point.data_type !== 'calc') return [point]
  return (layout.needs.get(key) ?? []).flatMap((need) => leavesOf(need, layout, seen))
}

const registersOf = ({ query_cmd, address, data_type }: DataPoint): Registers => ({
  fn: query_cmd,
  address,
  count: Math.max(1, wordsOf(data_type)),
})

/** All that decides which value some bytes are. */
const readingOf = (key: string, layout: Layout): string => {
  const own = layout.byKey.get(key)
  const leaves = leavesOf(key, layout).map(({ data_type, bit, formulas, invalid }) => [
    data_type,
    bit,
    formulas.read,
    invalid,
  ])
  return JSON.stringify([own?.formulas.read, own?.unit, leaves])
}
