import { QUALITY_BIT } from '@heatfleet/contract/device-protocol/quality.ts'
import { flagsOf, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { lengthOf } from '@heatfleet/modbus/data-type.ts'
import { blocksOfSlave, namedSlaves } from '@heatfleet/modbus/locate.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Layout } from '../products/public.ts'
import { roundedFigure } from './reduce.ts'

/** Coverage of a point by the blocks of a report: none, a block that could not be read, a good block. */
const [ABSENT, FAILED, COVERED] = [0, 1, 2]

/** Input for one report. */
type ReportValues = {
  /** Value of each point; NaN = none. */
  values: Float64Array
  /** Coverage of each point, from `coverageOf`. */
  coverage: Uint8Array
  /** Quality bits that apply to all values of the report. */
  report_bits: number
}

/** Computes quality bits of values decoded with one product version. */
export type QualityEvaluator = {
  /** Coverage of each point by blocks with these headers. */
  coverageOf: (blocks: readonly BlockHeader[]) => Uint8Array
  /** Writes the quality bits of each point of a report into its row. */
  mark: (quality: readonly Uint8Array[], row: number, values: ReportValues) => void
}

type BlockHeader = Pick<Block, 'slave' | 'fn' | 'start' | 'quantity' | 'status'>
type Registers = Pick<BlockHeader, 'fn'> & { slave: number | null; address: number; count: number }
type PointPlan = { registers: Registers[]; least: number; most: number; own_bits: number }

/**
 * Evaluates points as defined by `layout`; `in_use` = the version in use. Limits that are other points' values are not
 * applied: their past values may differ.
 */
export const createQualityEvaluator = (layout: Layout, keys: readonly string[], in_use: Layout): QualityEvaluator => {
  const named = namedSlaves(layout.points)
  const planned = keys.map((key): PointPlan | null => {
    const point = layout.byKey.get(key)
    if (point === undefined) return null
    const is_other = in_use !== layout && decodingOf(key, in_use) !== decodingOf(key, layout)
    return {
      registers: registerPointsOf(key, layout).map(registersOf),
      least: typeof point.min === 'number' ? point.min : Number.NEGATIVE_INFINITY,
      most: typeof point.max === 'number' ? point.max : Number.POSITIVE_INFINITY,
      own_bits: is_other ? QUALITY_BIT.other_version : 0,
    }
  })
  return {
    coverageOf: (blocks) =>
      Uint8Array.from(planned, (point) => (point === null ? ABSENT : coverageOfPoint(point, blocks, named))),
    mark: (quality, row, { values, coverage, report_bits }) => {
      for (const [index, point] of planned.entries()) {
        const column = quality[index]
        if (point === null || column === undefined) continue
        column[row] = bitsOf(point, values[index] ?? Number.NaN, coverage[index] ?? ABSENT, report_bits)
      }
    },
  }
}

/** Quality bits from type and flags of a report; `clock_s` = module clock minus history timestamp. */
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

const bitsOf = (point: PointPlan, value: number, coverage: number, report_bits: number): number => {
  if (!Number.isNaN(value)) {
    const rounded = roundedFigure(value)
    const is_outside = rounded < point.least || rounded > point.most
    return report_bits | point.own_bits | (is_outside ? QUALITY_BIT.out_of_range : 0)
  }
  if (coverage === FAILED) return report_bits | QUALITY_BIT.not_read
  if (coverage === COVERED) return report_bits | QUALITY_BIT.invalid
  // A slower block is absent from this report; with the bus down every block is.
  return (report_bits & QUALITY_BIT.bus_down) === 0 ? 0 : report_bits
}

const coverageOfPoint = (
  { registers }: PointPlan,
  blocks: readonly BlockHeader[],
  named: ReadonlySet<number>,
): number => {
  let all_covered = registers.length > 0
  for (const each of registers) {
    const covering = blocksOfSlave(blocks, each.slave, named).filter((block) => covers(block, each))
    if (covering.some(({ status }) => status === 0)) continue
    if (covering.length > 0) return FAILED
    all_covered = false
  }
  return all_covered ? COVERED : ABSENT
}

const covers = ({ fn, start, quantity }: BlockHeader, each: Registers): boolean =>
  fn === each.fn && each.address >= start && each.address + each.count <= start + quantity

/** The register points behind a point: itself, or all inputs of its calculation. */
const registerPointsOf = (key: string, layout: Layout, seen = new Set<string>()): DataPoint[] => {
  const point = layout.byKey.get(key)
  if (point === undefined || seen.has(key)) return []
  seen.add(key)
  if (point.data_type !== 'calc') return [point]
  return (layout.needs.get(key) ?? []).flatMap((need) => registerPointsOf(need, layout, seen))
}

const registersOf = (point: DataPoint): Registers => ({
  slave: point.slave ?? null,
  fn: point.query_cmd,
  address: point.address,
  count: Math.max(1, lengthOf(point)),
})

/** Everything that determines the decoded value. */
const decodingOf = (key: string, layout: Layout): string => {
  const own = layout.byKey.get(key)
  const leaves = registerPointsOf(key, layout).map(({ data_type, bit, bit_len, formulas, invalid }) => [
    data_type,
    bit,
    bit_len ?? null,
    formulas.read,
    invalid,
  ])
  return JSON.stringify([own?.formulas.read, own?.unit, leaves])
}
