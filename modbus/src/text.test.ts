import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../golden/text-vectors.json' with { type: 'json' }
import { propertyRuns } from '../test/property-runs.ts'
import { readTextByHand } from '../test/spec-decoder.ts'
import { testPoint } from '../test/test-point.ts'
import { decodeBlocks } from './decode.ts'
import { compileDecoder } from './decoder.ts'
import { encodeWrite } from './encode.ts'
import { fromHex, toHex } from './hex.ts'
import { planPoints } from './plan.ts'
import { type Block, DATA_TYPES, type Point } from './point.ts'
import { planBlocks } from './poll-blocks.ts'
import { decodeTexts, textWords } from './text.ts'

const TEXTS = DATA_TYPES.filter((type) => type.startsWith('text'))
const pointOf = (type: string, reg_len: number, more: Partial<Point> = {}): Point => {
  const data_type = TEXTS.find((one) => one === type) ?? 'text'
  return testPoint({ key: 'serial', address: 40, reg_len, data_type, ...more })
}
const blockOf = (data: Uint8Array, more: Partial<Block> = {}): Block => ({
  slave: 1,
  fn: 3,
  start: 40,
  quantity: data.length / 2,
  status: 0,
  data,
  ...more,
})

describe('texts over several registers', () => {
  test.each(vectors)('$type of $hex is $text', ({ type, hex, text }) => {
    const data = fromHex(hex) ?? new Uint8Array()
    expect(decodeTexts([pointOf(type, data.length / 2)], [blockOf(data)]).serial ?? null).toBe(text)
    expect(readTextByHand(type, [...data])).toBe(text)
  })

  test('every type has a golden vector', () => {
    expect(TEXTS.filter((type) => !vectors.some((vector) => vector.type === type && vector.text !== null))).toEqual([])
  })

  test('are read as a decoder written from the specification alone reads them', () => {
    const character = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0, 0x20, 0xff), fc.nat(255))
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), fc.array(character, { minLength: 2, maxLength: 64 }), (type, drawn) => {
        const bytes = drawn.slice(0, drawn.length & ~1)
        const point = pointOf(type, bytes.length / 2)
        const read = decodeTexts([point], [blockOf(Uint8Array.from(bytes))]).serial ?? null
        expect(read).toBe(readTextByHand(type, bytes))
      }),
      { numRuns: propertyRuns(50_000), seed: 20_261_127 },
    )
  })

  test('come back from their registers as they were put there', () => {
    const drawn = fc.array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), drawn, (type, codes) => {
        const text = String.fromCodePoint(...codes)
        const words = textWords(pointOf(type, 12), text) ?? []
        const data = Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]))
        expect(decodeTexts([pointOf(type, 12)], [blockOf(data)])).toEqual({ serial: text })
      }),
      { numRuns: propertyRuns(10_000), seed: 20_261_128 },
    )
  })

  test.each([
    ['text', 'HP1234', 3, '485031323334'],
    ['text', 'HP1', 3, '485031000000'],
    ['text_swapped', 'HP1', 2, '50480031'],
    ['text_wide', 'HP', 3, '004800500000'],
    ['text', 'too long', 3, null],
    ['text', 'Wärme', 3, null],
  ] as const)('%s %s in %d registers is %s', (type, text, reg_len, hex) => {
    const words = textWords(pointOf(type, reg_len), text)
    expect(words === null ? null : toHex(Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255])))).toBe(hex)
  })
})

describe('a text beside numbers', () => {
  const data = Uint8Array.from(fromHex('4142434400640000') ?? [])
  const serial = pointOf('text', 2)
  const number = pointOf('text', 1, { key: 'n', address: 42, data_type: 'u16' })

  test('is no number, and leaves the numbers as they are', () => {
    const compiled = compileDecoder([serial, number])
    expect(compiled.ok && compiled.decoder.decode([blockOf(data)])).toEqual({ n: 100 })
    expect(decodeBlocks([serial, number], [blockOf(data)])).toEqual({ n: 100 })
    expect(decodeTexts([serial, number], [blockOf(data)])).toEqual({ serial: 'ABCD' })
  })

  test('is read only from its own slave, whole, and from a good answer', () => {
    const meter = { ...serial, slave: 7 }
    expect(decodeTexts([meter], [blockOf(data)])).toEqual({})
    expect(decodeTexts([meter], [blockOf(data), blockOf(data, { slave: 7 })])).toEqual({ serial: 'ABCD' })
    expect(decodeTexts([serial], [blockOf(data.subarray(0, 2))])).toEqual({})
    expect(decodeTexts([serial], [blockOf(data, { status: 2 })])).toEqual({})
  })

  test('is polled whole, is never written, and no formula names it', () => {
    const polled = { ...serial, reg_len: 10, slave: 1, period_s: 60, bulk: true }
    const rules = { gap_max: 0, alone: [], blocks_max: 10 }
    expect(planBlocks([polled], rules)).toMatchObject([{ start: 40, quantity: 10 }])
    expect(encodeWrite({ ...serial, rw: 'rw', write_cmd: 16 }, 1)).toEqual({ ok: false, reason: 'not_writable' })
    const sum = {
      ...number,
      key: 'sum',
      data_type: 'calc' as const,
      formulas: { ...number.formulas, read: 'serial+1' },
    }
    expect(planPoints([serial, sum]).faults).toEqual([{ key: 'sum', reason: 'unknown_name', name: 'serial' }])
    expect(planPoints([serial, serial]).faults).toEqual([{ key: 'serial', reason: 'duplicate_key' }])
  })
})
