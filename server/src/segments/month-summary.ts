import { type ByteReader, type ByteWriter, SegmentCorruption } from './byte-io.ts'
import { readPlanes, writePlanes } from './plane-codec.ts'
import type { ReportColumns } from './report-columns.ts'
import type { SegmentHeader } from './segment.ts'
import type { Shapes } from './segment-shapes.ts'

/**
 * Slots of a summary are this long and begin with a UTC day. Measured on a month of a report a minute, beside its words: slots of 12 hours
 * take 6 %, of 6 hours 10 %, of an hour 40 %.
 */
export const SLOT_MS = 12 * 3_600_000
/** Segments with fewer reports have no summary: reading their columns takes as long. */
export const SUMMARY_REPORTS_MIN = 2_000

/** When the reports with a register came, by slot; registers of one block share it. Times are ms since the begin of the segment's day. */
export type SlotTimes = {
  count: Uint32Array
  first: Uint32Array
  last: Uint32Array
  /** Median interval between reports of the slot, ms; 0 = fewer than two. */
  interval: Uint32Array
}

/**
 * The words of a register by slot; undefined where `count` is 0. As unsigned numbers, or as signed ones where the column has both small
 * words and such from 0x8000 on: both readings agree otherwise.
 */
export type SlotWords = { least: Int32Array; greatest: Int32Array; last: Int32Array; sum: Float64Array }

const SIGN = 0x8000

/** The reports whose shapes contain a column: `pattern` of each column, and the shapes of each pattern. */
type Patterns = { of_column: Uint32Array; shapes: boolean[][] }

/** Patterns of shapes that are kept: a device has the same every month. */
const known_patterns = new WeakMap<Shapes['shapes'], Patterns>()

const patternsOf = (of: Pick<Shapes, 'shapes' | 'keys' | 'shape_columns'>): Patterns => {
  const patterns = known_patterns.get(of.shapes) ?? findPatterns(of)
  known_patterns.set(of.shapes, patterns)
  return patterns
}

const findPatterns = ({ shapes, keys, shape_columns }: Pick<Shapes, 'shapes' | 'keys' | 'shape_columns'>): Patterns => {
  const has = shape_columns.map((columns) => new Set(columns))
  const numbers = new Map<string, number>()
  const of_pattern: boolean[][] = []
  const of_column = Uint32Array.from(keys, (_, column) => {
    const own = shapes.map((__, shape) => has[shape]?.has(column) === true)
    const name = own.map(Number).join('')
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, of_pattern.length)
    return of_pattern.push(own) - 1
  })
  return { of_column, shapes: of_pattern }
}

const TIMES = ['count', 'first', 'last', 'interval'] as const
const slotsOf = (day_ms: number, last_ms: number): number => Math.floor((last_ms - day_ms) / SLOT_MS) + 1

/** `times` = of each pattern, `columns` = of each register; words null = sums would be too large. */
type MonthSummary = { slots: number; times: SlotTimes[]; columns: { words: SlotWords | null; times: SlotTimes }[] }

/** Summarizes reports that are sorted by time. */
export const summarize = (
  { day_ms }: SegmentHeader,
  { at_ms, shape_of, words }: Pick<ReportColumns, 'at_ms' | 'shape_of' | 'words'>,
  shapes: Shapes,
): MonthSummary => {
  const slots = slotsOf(day_ms, at_ms.at(-1) ?? day_ms)
  const patterns = patternsOf(shapes)
  const times = patterns.shapes.map((has) => summarizeTimes(slots, day_ms, at_ms, shape_of, has))
  const none = noTimes(slots)
  const columns = words.map((column, at) => {
    const own = times[patterns.of_column[at] ?? 0] ?? none
    return { words: summarizeWords(column, own.count), times: own }
  })
  return { slots, times, columns }
}

const noTimes = (slots: number): SlotTimes => {
  const make = () => new Uint32Array(slots)
  return { count: make(), first: make(), last: make(), interval: make() }
}

const summarizeTimes = (
  slots: number,
  day_ms: number,
  at_ms: Float64Array,
  shape_of: Uint32Array,
  has: readonly boolean[],
): SlotTimes => {
  const times = noTimes(slots)
  const intervals: number[][] = Array.from({ length: slots }, () => [])
  for (let row = 0; row < at_ms.length; row++) {
    if (has[shape_of[row] ?? 0] !== true) continue
    const at = (at_ms[row] ?? 0) - day_ms
    const slot = Math.floor(at / SLOT_MS)
    if (times.count[slot] === 0) times.first[slot] = at
    else intervals[slot]?.push(at - (times.last[slot] ?? 0))
    times.count[slot] = (times.count[slot] ?? 0) + 1
    times.last[slot] = at
  }
  for (const [slot, own] of intervals.entries())
    times.interval[slot] = own.sort((one, other) => one - other)[own.length >> 1] ?? 0
  return times
}

const summarizeWords = (words: Uint32Array, count: Uint32Array): SlotWords | null => {
  let [any, all] = [0, SIGN]
  for (let row = 0; row < words.length; row++) {
    any |= words[row] ?? 0
    all &= words[row] ?? 0
  }
  const is_signed = (any & SIGN) !== 0 && all === 0
  const slots = count.length
  const [least, greatest, last] = [new Int32Array(slots), new Int32Array(slots), new Int32Array(slots)]
  const sum = new Float64Array(slots)
  let row = 0
  for (let slot = 0; slot < slots; slot++) {
    const end = row + (count[slot] ?? 0)
    if (row === end) continue
    let [low, high, total, value] = [Number.MAX_SAFE_INTEGER, -SIGN, 0, 0]
    for (; row < end; row++) {
      const word = words[row] ?? 0
      value = is_signed && word >= SIGN ? word - 2 * SIGN : word
      if (value < low) low = value
      if (value > high) high = value
      total += value
    }
    if (total - low * (count[slot] ?? 0) >= 2 ** 32) return null
    least[slot] = low
    greatest[slot] = high
    last[slot] = value
    sum[slot] = total
  }
  return { least, greatest, last, sum }
}

/** Writes what the head keeps of a summary: the number of slots, then times of each pattern, behind their length. */
export const writeSlotTimes = (head: ByteWriter, { slots, times }: MonthSummary): void => {
  head.varint(slots)
  for (const each of times)
    for (const name of TIMES) {
      // Times within a slot, so that regular ones are equal.
      const bytes = writePlanes(isTime(name) ? each[name].map((at) => at % SLOT_MS) : each[name])
      head.varint(bytes.length)
      head.bytes(bytes)
    }
}
const isTime = (name: (typeof TIMES)[number]): boolean => name === 'first' || name === 'last'

/** More than a month has. */
const SLOTS_MAX = 100

/** Reads them; `timesOf` = those of a column. Throws {@link SegmentCorruption}. */
export const readSlotTimes = (head: ByteReader, shapes: Shapes): { timesOf: (column: number) => SlotTimes } => {
  const slots = head.varint()
  if (slots > SLOTS_MAX) throw new SegmentCorruption('too many slots')
  const patterns = patternsOf(shapes)
  const stored = patterns.shapes.map(() => TIMES.map(() => head.bytes(head.varint())))
  const decode = (bytes: readonly Uint8Array[]): SlotTimes => {
    const [count, first, last, interval] = bytes.map((each) => readPlanes(each, slots))
    if (count === undefined || first === undefined || last === undefined || interval === undefined)
      throw new SegmentCorruption('ends too soon')
    for (let slot = 0; slot < slots; slot++)
      if ((count[slot] ?? 0) > 0) {
        first[slot] = (first[slot] ?? 0) + slot * SLOT_MS
        last[slot] = (last[slot] ?? 0) + slot * SLOT_MS
      }
    return { count, first, last, interval }
  }
  const read = new Map<number, SlotTimes>()
  return {
    timesOf: (column) => {
      const pattern = patterns.of_column[column] ?? 0
      const times = read.get(pattern) ?? decode(stored[pattern] ?? [])
      read.set(pattern, times)
      return times
    },
  }
}

/** Differences as unsigned numbers: 0, -1, 1, ... */
const fold = (difference: number): number => ((difference << 1) ^ (difference >> 31)) >>> 0
const unfold = (folded: number): number => (folded >>> 1) ^ -(folded & 1)

/** One frame of four series: the least words (less the one before), then greatest, last and sum over the least; empty for null. */
export const writeSlotWords = (words: SlotWords | null, count: Uint32Array): Buffer => {
  if (words === null) return Buffer.alloc(0)
  const { least, greatest, last, sum } = words
  const slots = count.length
  const series = new Uint32Array(4 * slots)
  let before = 0
  for (let slot = 0; slot < slots; slot++) {
    if (count[slot] === 0) continue
    const low = least[slot] ?? 0
    series[slot] = fold(low - before)
    series[slots + slot] = (greatest[slot] ?? 0) - low
    series[2 * slots + slot] = (last[slot] ?? 0) - low
    series[3 * slots + slot] = (sum[slot] ?? 0) - low * (count[slot] ?? 0)
    before = low
  }
  return writePlanes(series)
}

/** Reads what {@link writeSlotWords} wrote. Throws {@link SegmentCorruption}. */
export const readSlotWords = (bytes: Uint8Array, count: Uint32Array): SlotWords | null => {
  if (bytes.length === 0) return null
  const slots = count.length
  const series = readPlanes(bytes, 4 * slots)
  const [least, greatest, last] = [new Int32Array(slots), new Int32Array(slots), new Int32Array(slots)]
  const sum = new Float64Array(slots)
  let low = 0
  for (let slot = 0; slot < slots; slot++) {
    if (count[slot] === 0) continue
    low += unfold(series[slot] ?? 0)
    least[slot] = low
    greatest[slot] = low + (series[slots + slot] ?? 0)
    last[slot] = low + (series[2 * slots + slot] ?? 0)
    sum[slot] = low * (count[slot] ?? 0) + (series[3 * slots + slot] ?? 0)
  }
  return { least, greatest, last, sum }
}

/** Whether a read summary of a column is that of its reports. */
export const isSummary = (
  { words, times }: MonthSummary['columns'][number],
  read: { words: SlotWords | null; times: SlotTimes },
): boolean =>
  TIMES.every((name) => isEqual(times[name], read.times[name])) &&
  (words === null || read.words === null
    ? words === read.words
    : isEqual(words.least, read.words.least) &&
      isEqual(words.greatest, read.words.greatest) &&
      isEqual(words.last, read.words.last) &&
      isEqual(words.sum, read.words.sum))

const isEqual = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return one.length === other.length
}
