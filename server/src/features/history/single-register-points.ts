import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { Segment } from '../../segments/segment-read.ts'
import type { PointDefinitions } from './point-reader.ts'

/** A point that one register tells: its value is the same wherever the same word stands. */
export type SingleRegisterPoint = {
  fn: Block['fn']
  address: number
  /** Words known lately, each at the place of its lower bits (-1 = none), and their values. */
  words: Int32Array
  values: Float64Array
  /** Puts a word there. */
  learn: (word: number) => void
  /** Where it stood in the segment before: a unit's days are laid out alike. */
  found: { shapes: Segment['shapes']; place: RegisterColumn | null | undefined } | null
}

/** Words known at once: what a sensor tells in a day are some hundred different ones. */
const WORDS_KEPT = 1_024

/** So many points keep the words they learnt, twelve kilobytes each. */
const POINTS_KEPT = 1_000
let kept = new WeakMap<PointDefinitions, Map<string, SingleRegisterPoint | null>>()
let count_kept = 0

/**
 * The point as one of a single register, or null when it takes bits, several registers or none. The same one for the next reading of
 * the version: some hundred words of each point are not learnt again.
 */
export const singleRegisterPointOf = (layout: PointDefinitions, key: string): SingleRegisterPoint | null => {
  const known = kept.get(layout)?.get(key)
  if (known !== undefined) return known
  if (count_kept >= POINTS_KEPT) {
    kept = new WeakMap()
    count_kept = 0
  }
  const made = createSingleRegisterPoint(layout, key)
  const of_layout = kept.get(layout) ?? new Map<string, SingleRegisterPoint | null>()
  kept.set(layout, of_layout.set(key, made))
  count_kept += 1
  return made
}

const createSingleRegisterPoint = (layout: PointDefinitions, key: string): SingleRegisterPoint | null => {
  const point = layout.byKey.get(key)
  if (point === undefined || point.query_cmd <= 2 || wordsOf(point.data_type) !== 1) return null
  const decoder = layout.decoderOf([key])
  const data = new Uint8Array(2)
  const blocks = [{ slave: 1, fn: point.query_cmd, start: point.address, quantity: 1, status: 0, data }]
  const words = new Int32Array(WORDS_KEPT).fill(-1)
  const values = new Float64Array(WORDS_KEPT)
  const out = new Float64Array(1)
  return {
    fn: point.query_cmd,
    address: point.address,
    words,
    values,
    found: null,
    learn: (word) => {
      data[0] = word >> 8
      data[1] = word & 255
      decoder.decodeInto(blocks, out)
      words[placeOf(word)] = word
      values[placeOf(word)] = out[0] ?? Number.NaN
    },
  }
}

const placeOf = (word: number): number => word & (WORDS_KEPT - 1)

/** The column a register stands in, and which shapes carry it. */
export type RegisterColumn = { column: number; shapes: Uint8Array }

/** Where a register stands in a segment: null = nowhere; undefined = in two places, and somebody has to say which one counts. */
export const findColumn = (segment: Segment, lone: SingleRegisterPoint): RegisterColumn | null | undefined => {
  if (lone.found?.shapes !== segment.shapes) lone.found = { shapes: segment.shapes, place: searchColumn(segment, lone) }
  return lone.found.place
}

const searchColumn = (segment: Segment, { fn, address }: SingleRegisterPoint): RegisterColumn | null | undefined => {
  let found: number | null = null
  const shapes = new Uint8Array(segment.shapes.length)
  for (const [shape, heads] of segment.shapes.entries())
    for (const [position, head] of heads.entries()) {
      const column = head.fn === fn ? segment.places[shape]?.[position]?.[address - head.start] : undefined
      if (column === undefined) continue
      // A shape that carries it twice has a column for each.
      if (found !== null && found !== column) return undefined
      shapes[shape] = 1
      found = column
    }
  return found === null ? null : { column: found, shapes }
}

/** For the words of one column, which are read through before anything else is done; more than a report a minute has. */
const room = new Uint32Array(4_096)

/** Writes the values of a point into a column of its own, NaN where a report does not carry it. */
export const readSingleRegister = (
  segment: Segment,
  lone: SingleRegisterPoint,
  { column, shapes }: RegisterColumn,
  out: Float64Array,
): void => {
  const words = segment.words(column, room)
  if (words.length === out.length) {
    readWords(words, lone, out)
    return
  }
  const shape_of = segment.shapeOf()
  const { words: known, values } = lone
  let taken = 0
  for (let row = 0; row < out.length; row++) {
    if (shapes[shape_of[row] ?? 0] !== 1) {
      out[row] = Number.NaN
      continue
    }
    const word = (words[taken++] ?? 0) & 0xffff
    if (known[placeOf(word)] !== word) lone.learn(word)
    out[row] = values[placeOf(word)] ?? Number.NaN
  }
}

/** The same where every report carries it, as nearly all do. Loops in which nothing is called are half the work. */
const readWords = (words: Uint32Array, lone: SingleRegisterPoint, out: Float64Array): void => {
  if (!areKnown(words, lone.words)) {
    learnWords(words, lone, out)
    return
  }
  const { values } = lone
  const count = words.length
  for (let row = 0; row < count; row++) out[row] = values[placeOf(words[row] ?? 0)] ?? Number.NaN
}

const areKnown = (words: Uint32Array, known: Int32Array): boolean => {
  const count = words.length
  let strange = 0
  for (let row = 0; row < count; row++) {
    const word = (words[row] ?? 0) & 0xffff
    strange |= word ^ (known[placeOf(word)] ?? 0)
  }
  return strange === 0
}

/** Words of one place may follow each other: each value is taken before the next word is learnt. */
const learnWords = (words: Uint32Array, lone: SingleRegisterPoint, out: Float64Array): void => {
  const { words: known, values } = lone
  for (let row = 0; row < out.length; row++) {
    const word = (words[row] ?? 0) & 0xffff
    if (known[placeOf(word)] !== word) lone.learn(word)
    out[row] = values[placeOf(word)] ?? Number.NaN
  }
}
