import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import { namedSlaves } from '@heatfleet/modbus/locate.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Segment } from '../../segments/segment-read.ts'
import type { PointDefinitions } from './point-reader.ts'

/** A point decoded from one register: equal words give equal values. */
export type SingleRegisterPoint = {
  fn: Block['fn']
  address: number
  /** Whether the register of a slave is the point's. */
  isOwnSlave: (slave: number) => boolean
  /** Direct-mapped cache of words (index: lower bits; -1 = empty) and their values. */
  words: Int32Array
  values: Float64Array
  /** Decodes a word into the cache. */
  decodeWord: (word: number) => void
  /** The value of a word, decoded or cached. */
  valueOf: (word: number) => number
  /** Column in the previous segment: a device's days mostly have the same shapes. */
  located: { shapes: Segment['shapes']; column: RegisterColumn | null | undefined } | null
}

/** Cached words per point: a sensor has some hundred distinct values a day. */
const WORD_CACHE_SIZE = 1_024

/** Cached points, 12 KB each. */
const POINT_CACHE_MAX = 1_000
let point_cache = new WeakMap<PointDefinitions, Map<string, SingleRegisterPoint | null>>()
let cached_count = 0

/** Null when the point uses bits, several registers or none. Cached per version, so that decoded words are reused. */
export const singleRegisterPointOf = (layout: PointDefinitions, key: string): SingleRegisterPoint | null => {
  const cached = point_cache.get(layout)?.get(key)
  if (cached !== undefined) return cached
  if (cached_count >= POINT_CACHE_MAX) {
    point_cache = new WeakMap()
    cached_count = 0
  }
  const created = createSingleRegisterPoint(layout, key)
  const of_layout = point_cache.get(layout) ?? new Map<string, SingleRegisterPoint | null>()
  point_cache.set(layout, of_layout.set(key, created))
  cached_count += 1
  return created
}

const createSingleRegisterPoint = (layout: PointDefinitions, key: string): SingleRegisterPoint | null => {
  const point = layout.byKey.get(key)
  if (point === undefined || point.query_cmd <= 2 || wordsOf(point.data_type) !== 1) return null
  const decoder = layout.decoderOf([key])
  const data = new Uint8Array(2)
  const { slave = null } = point
  const named = namedSlaves(layout.byKey.values())
  // Address 0 is no slave's: the board itself, whatever its address.
  const blocks = [{ slave: slave ?? 0, fn: point.query_cmd, start: point.address, quantity: 1, status: 0, data }]
  const words = new Int32Array(WORD_CACHE_SIZE).fill(-1)
  const values = new Float64Array(WORD_CACHE_SIZE)
  const out = new Float64Array(1)
  const decodeWord = (word: number): void => {
    data[0] = word >> 8
    data[1] = word & 255
    decoder.decodeInto(blocks, out)
    words[cacheIndex(word)] = word
    values[cacheIndex(word)] = out[0] ?? Number.NaN
  }
  return {
    fn: point.query_cmd,
    address: point.address,
    isOwnSlave: (found) => (slave === null ? !named.has(found) : found === slave),
    words,
    values,
    located: null,
    decodeWord,
    valueOf: (word) => {
      if (words[cacheIndex(word)] !== word) decodeWord(word)
      return values[cacheIndex(word)] ?? Number.NaN
    },
  }
}

const cacheIndex = (word: number): number => word & (WORD_CACHE_SIZE - 1)

/** Column of a register, and the shapes that contain it. */
type RegisterColumn = { column: number; shapes: Uint8Array }

/** Column of a register in a segment: null = absent; undefined = ambiguous, the block decoder has to choose. */
export const findColumn = (segment: Segment, point: SingleRegisterPoint): RegisterColumn | null | undefined => {
  if (point.located?.shapes !== segment.shapes)
    point.located = { shapes: segment.shapes, column: searchColumn(segment, point) }
  return point.located.column
}

const searchColumn = (
  segment: Segment,
  { fn, address, isOwnSlave }: SingleRegisterPoint,
): RegisterColumn | null | undefined => {
  let found: number | null = null
  const shapes = new Uint8Array(segment.shapes.length)
  for (const [shape, heads] of segment.shapes.entries())
    for (const [position, head] of heads.entries()) {
      const is_own = head.fn === fn && isOwnSlave(head.slave)
      const column = is_own ? segment.places[shape]?.[position]?.[address - head.start] : undefined
      if (column === undefined) continue
      // A shape that contains the register twice has two columns.
      if (found !== null && found !== column) return undefined
      shapes[shape] = 1
      found = column
    }
  return found === null ? null : { column: found, shapes }
}

/** Scratch buffer for the words of one column, consumed immediately; it grows to the longest segment. */
let scratch = new Uint32Array(4_096)

/** Writes the values of a point into `out`, NaN where a report does not contain it. */
export const readSingleRegister = (
  segment: Segment,
  point: SingleRegisterPoint,
  { column, shapes }: RegisterColumn,
  out: Float64Array,
): void => {
  if (scratch.length < out.length) scratch = new Uint32Array(out.length)
  const words = segment.words(column, scratch)
  if (words.length === out.length) {
    readWords(words, point, out)
    return
  }
  const shape_of = segment.shapeOf()
  const { words: cached, values } = point
  let taken = 0
  for (let row = 0; row < out.length; row++) {
    if (shapes[shape_of[row] ?? 0] !== 1) {
      out[row] = Number.NaN
      continue
    }
    const word = (words[taken++] ?? 0) & 0xffff
    if (cached[cacheIndex(word)] !== word) point.decodeWord(word)
    out[row] = values[cacheIndex(word)] ?? Number.NaN
  }
}

/** Fast path: every report contains the register. Loops without calls take half the time. */
const readWords = (words: Uint32Array, point: SingleRegisterPoint, out: Float64Array): void => {
  if (!areCached(words, point.words)) {
    decodeWords(words, point, out)
    return
  }
  const { values } = point
  const count = words.length
  for (let row = 0; row < count; row++) out[row] = values[cacheIndex(words[row] ?? 0)] ?? Number.NaN
}

const areCached = (words: Uint32Array, cached: Int32Array): boolean => {
  const count = words.length
  let misses = 0
  for (let row = 0; row < count; row++) {
    const word = (words[row] ?? 0) & 0xffff
    misses |= word ^ (cached[cacheIndex(word)] ?? 0)
  }
  return misses === 0
}

/** Words with one cache index may alternate: each value is read before the next word is decoded. */
const decodeWords = (words: Uint32Array, point: SingleRegisterPoint, out: Float64Array): void => {
  const { words: cached, values } = point
  for (let row = 0; row < out.length; row++) {
    const word = (words[row] ?? 0) & 0xffff
    if (cached[cacheIndex(word)] !== word) point.decodeWord(word)
    out[row] = values[cacheIndex(word)] ?? Number.NaN
  }
}
