import type { MonthHead } from '../../segments/month-segment.ts'
import { SLOT_MS, type SlotTimes, type SlotWords } from '../../segments/month-summary.ts'
import { type BucketFigure, SLOT_FIGURES } from './bucket-figures.ts'
import { isWrapping, type PointDefinitions } from './point-reader.ts'
import type { PointReader } from './segment-batch.ts'
import { findColumn, type SingleRegisterPoint, singleRegisterPointOf } from './single-register-points.ts'

/** The values of a point in a slot of a summary, without their single reports. */
export type ValueSlot = {
  /** Unix ms of its first and last report. */
  first_ms: number
  last_ms: number
  /** Median interval between its reports, ms; 0 = fewer than two. */
  interval_ms: number
  count: number
  least: number
  greatest: number
  last: number
  sum: number
}

/** Slots of a segment by point; a point without a register in it has none. All are in order of time. */
export type SlotBatch = { slots: readonly (readonly ValueSlot[])[] }

/** Whether buckets of this length consist of whole slots: both begin with a UTC day or divide it. */
export const areOfSlots = (bucket_ms: number): boolean => bucket_ms % SLOT_MS === 0

/** Whether summaries may give a point, as far as the version in use tells: see {@link columnsOfSlots}. */
export const canBeSlots = (layout: PointDefinitions, key: string, figure: BucketFigure): boolean =>
  SLOT_FIGURES[figure] !== undefined &&
  singleRegisterPointOf(layout, key) !== null &&
  !isWrapping(layout.byKey.get(key))

/**
 * The register columns whose summaries answer for all points of a reader; null where a point needs more than one register or its counter
 * wraps, or where a column has no more than `rows_min` values, which are shown as they are.
 */
export const columnsOfSlots = (
  { open, summary }: MonthHead,
  reader: PointReader,
  rows_min: number,
): (number | null)[] | null => {
  if (summary === null || reader.has_wrapping_counters) return null
  // With no column fetched it has its shapes.
  const shapes = open(new Map())
  const columns: (number | null)[] = []
  for (let point = 0; point < reader.decoder.keys.length; point++) {
    const single = reader.single_register.get(point)
    const found = single === undefined ? undefined : findColumn(shapes, single)
    if (found === undefined) return null
    if (found !== null && summary.timesOf(found.column).count.reduce((sum, each) => sum + each, 0) <= rows_min)
      return null
    columns.push(found?.column ?? null)
  }
  return columns
}

/** The slots of a point; null where its values are not on a straight line over the words, such as those that mean a broken sensor. */
export const valueSlotsOf = (
  point: SingleRegisterPoint,
  day_ms: number,
  { count, first, last, interval }: SlotTimes,
  words: SlotWords | null,
): ValueSlot[] | null => {
  if (words === null) return null
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let slot = 0; slot < count.length; slot++) {
    if (count[slot] === 0) continue
    low = Math.min(low, words.least[slot] ?? 0)
    high = Math.max(high, words.greatest[slot] ?? 0)
  }
  if (low > high) return []
  const line = lineOf(point, low, high)
  if (line === null) return null
  const slots: ValueSlot[] = []
  for (let slot = 0; slot < count.length; slot++) {
    const reports = count[slot] ?? 0
    if (reports === 0) continue
    const ends = [valueOfWord(point, words.least[slot] ?? 0), valueOfWord(point, words.greatest[slot] ?? 0)] as const
    slots.push({
      first_ms: day_ms + (first[slot] ?? 0),
      last_ms: day_ms + (last[slot] ?? 0),
      interval_ms: interval[slot] ?? 0,
      count: reports,
      least: Math.min(...ends),
      greatest: Math.max(...ends),
      last: valueOfWord(point, words.last[slot] ?? 0),
      sum: (words.sum[slot] ?? 0) * line.scale + line.offset * reports,
    })
  }
  return slots
}

/** Value = word * scale + offset for each word of [low, high]. */
type Line = { low: number; high: number; scale: number; offset: number }

/** Lines of points, which are kept with the decoders of their version. */
const lines = new WeakMap<SingleRegisterPoint, Line>()

/** Decodes every word between the least and the greatest: whatever the formula, extremes and sums are right only on a line. */
const lineOf = (point: SingleRegisterPoint, low: number, high: number): Line | null => {
  const known = lines.get(point)
  if (known !== undefined && known.low <= low && known.high >= high) return known
  const first = valueOfWord(point, low)
  const scale = low === high ? 0 : (valueOfWord(point, high) - first) / (high - low)
  const offset = first - scale * low
  const tolerance = 1e-9 * Math.max(1, Math.abs(first), Math.abs(scale * (high - low)))
  for (let word = low; word <= high; word++)
    if (!(Math.abs(valueOfWord(point, word) - (word * scale + offset)) <= tolerance)) return null
  const line = { low, high, scale, offset }
  // A single word lies on any line: one of more words says more.
  if (known === undefined || high - low >= known.high - known.low) lines.set(point, line)
  return line
}

const valueOfWord = (point: SingleRegisterPoint, word: number): number => point.valueOf(word & 0xffff)
