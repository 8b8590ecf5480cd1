import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../golden/type-vectors.json' with { type: 'json' }
import { propertyRuns } from '../test/property-runs.ts'
import { readByHand } from '../test/spec-decoder.ts'
import { readBy, testPoint } from '../test/test-point.ts'
import { wordsOf } from './data-type.ts'
import { decodeBlocks } from './decode.ts'
import { compileDecoder } from './decoder.ts'
import { encodeWrite, readBack } from './encode.ts'
import { fromHex, toHex } from './hex.ts'
import { type Block, DATA_TYPES, type DataType, type Point } from './point.ts'
import { wordsOfWrite } from './write-group.ts'

const pointOf = (data_type: DataType, more: Partial<Point> = {}): Point => {
  const reg_len = wordsOf(data_type)
  return testPoint({ address: 7, reg_len, write_cmd: reg_len > 1 ? 16 : 6, rw: 'rw', data_type, ...more })
}
const blockOf = (bytes: Uint8Array, slave = 1, start = 7): Block => ({
  slave,
  fn: 3,
  start,
  quantity: bytes.length / 2,
  status: 0,
  data: bytes,
})
const generated = (points: Point[]) => {
  const compiled = compileDecoder(points)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  return compiled.decoder
}
const typeOf = (text: string): DataType => {
  const found = DATA_TYPES.find((type) => type === text)
  if (found === undefined) throw new Error(text)
  return found
}

describe('golden vectors of the register types', () => {
  test.each(vectors)('$type of $hex is $value', ({ type, hex, value, bit = null, bit_len = null }) => {
    const point = pointOf(typeOf(type), { bit, bit_len })
    const block = blockOf(fromHex(hex) ?? new Uint8Array())
    const expected = value === null ? {} : { x: value }
    expect(decodeBlocks([point], [block])).toEqual(expected)
    expect(generated([point]).decode([block])).toEqual(expected)
  })

  test('every type of several registers or another byte order has one', () => {
    const wanted = DATA_TYPES.filter((type) => !type.startsWith('text') && /64|bcd(?:16|32)|swapped|^bits$/.test(type))
    expect(wanted.filter((type) => !vectors.some((vector) => vector.type === type))).toEqual([])
  })

  test.each(vectors.filter(({ value, hex }) => value !== null && hex !== '8215'))(
    '$value is written as $hex by $type',
    ({ type, hex, value, bit = null, bit_len = null }) => {
      const point = pointOf(typeOf(type), { bit, bit_len })
      const currentWord = Number.parseInt(hex, 16)
      const written = encodeWrite(point, value ?? 0, { currentWord: type === 'bits' ? currentWord : null })
      const words = written.ok ? wordsOfWrite(written.write) : []
      expect(toHex(Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255])))).toBe(hex)
    },
  )
})

/** Types that the decoder written from the specification knows. */
const COMPARED = DATA_TYPES.filter((type) => /^(?:[us]|float|s?bcd)(?:16|32|64)|^bits$/.test(type))

test('decodes as a decoder written from the specification alone', () => {
  const runs = propertyRuns(200_000)
  let values = 0
  const decoders = new Map(COMPARED.map((type) => [type, generated([pointOf(type, { bit: 3, bit_len: 5 })])]))
  fc.assert(
    fc.property(
      fc.constantFrom(...COMPARED),
      fc.array(fc.oneof(fc.nat(255), fc.nat(9), fc.constantFrom(0, 0xff, 0x80)), { minLength: 8, maxLength: 8 }),
      (type, bytes) => {
        const block = blockOf(Uint8Array.from(bytes))
        const point = pointOf(type, { bit: 3, bit_len: 5 })
        const by_hand = readByHand(type, bytes, { bit: 3, bit_len: 5 })
        const read = decoders.get(type)?.decode([block]).x ?? null
        if (decodeBlocks([point], [block]).x !== (read ?? undefined)) return false
        if (by_hand !== null) values++
        if (by_hand === null || read === null) return by_hand === read
        // A float32 is shown as the shortest decimal that is this float.
        return type.startsWith('float32') ? Math.fround(read) === by_hand || read === by_hand : read === by_hand + 0
      },
    ),
    { numRuns: runs, seed: 20_260_102 },
  )
  console.log(`decoder of the specification: ${runs} registers compared, ${values} of them values`)
  expect(values).toBeGreaterThan(runs / 2)
})

describe('sentinels and limits of wide types', () => {
  test('-1 marks 64 bits of ones', () => {
    const point = pointOf('u64_be', { invalid: [-1] })
    for (const [hex, value] of [
      ['ffffffffffffffff', undefined],
      ['00000000ffffffff', 0xffffffff],
    ] as const) {
      const block = blockOf(fromHex(hex) ?? new Uint8Array())
      expect(decodeBlocks([point], [block]).x).toBe(value)
      expect(generated([point]).decode([block]).x).toBe(value)
    }
  })

  test.each<[DataType, number]>([
    ['u64_be', -1],
    ['u64_be', 2 ** 54],
    ['bcd16', 10_000],
    ['sbcd16', 1_000],
    ['bcd32_be', -1],
    ['bits', 8],
  ])('%s refuses %d', (type, value) => {
    const written = encodeWrite(pointOf(type, { bit: 4, bit_len: 3 }), value, { currentWord: 0 })
    expect(written).toEqual({ ok: false, reason: 'out_of_range' })
  })

  test('bits are written into the register as last read, and never without it', () => {
    const point = pointOf('bits', { bit: 4, bit_len: 3 })
    expect(encodeWrite(point, 2, { currentWord: 0xffff })).toMatchObject({ write: { fn: 6, words: [0xffaf] } })
    expect(encodeWrite(point, 2)).toEqual({ ok: false, reason: 'needs_current_word' })
    expect(readBack(point, [0xffaf])).toBe(2)
  })
})

describe('several slaves on one bus', () => {
  const own = pointOf('u16', { key: 'own' })
  const meter = pointOf('u16', { key: 'meter', slave: 7 })
  const both = [own, meter, { ...own, key: 'sum', data_type: 'calc' as const, formulas: readBy('own+meter') }]
  const word = (value: number, slave: number) => blockOf(Uint8Array.of(value >> 8, value & 255), slave)

  test.each<[string, Block[], Record<string, number>]>([
    ['each point is read from its slave', [word(1, 1), word(2, 7)], { own: 1, meter: 2, sum: 3 }],
    ['in any order', [word(2, 7), word(1, 1)], { own: 1, meter: 2, sum: 3 }],
    ['the board may be found at another address', [word(1, 16), word(2, 7)], { own: 1, meter: 2, sum: 3 }],
    ['a slave that is silent leaves its points out', [word(1, 1)], { own: 1 }],
    ['and so does the board', [word(2, 7)], { meter: 2 }],
  ])('%s', (_, blocks, values) => {
    expect(decodeBlocks(both, blocks)).toEqual(values)
    expect(generated(both).decode(blocks)).toEqual(values)
  })

  test('a decoder of some keys still tells the slaves of all points apart', () => {
    const compiled = compileDecoder(both, { only: ['own'] })
    expect(compiled.ok && compiled.decoder.decode([word(2, 7), word(1, 1)])).toEqual({ own: 1 })
  })

  test('a product that names no slave reads blocks of any, as before', () => {
    expect(generated([own]).decode([word(5, 16)])).toEqual({ own: 5 })
  })

  test('generated and interpreted agree over random slaves and overlapping blocks', () => {
    const point = fc.record({ slave: fc.constantFrom(null, 2, 7), address: fc.nat(12), wide: fc.boolean() })
    const block = fc.record({
      slave: fc.constantFrom(1, 2, 7),
      start: fc.nat(8),
      bytes: fc.uint8Array({ minLength: 8, maxLength: 16 }),
    })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 8 }), fc.array(block, { maxLength: 6 }), (bare, drawn) => {
        const points = bare.map(({ slave, address, wide }, n) =>
          pointOf(wide ? 'u32_le_swapped' : 's16', { key: `k${n}`, slave, address }),
        )
        const blocks = drawn.map(({ slave, start, bytes }) =>
          blockOf(bytes.subarray(0, bytes.length & ~1), slave, start),
        )
        expect(generated(points).decode(blocks)).toStrictEqual(decodeBlocks(points, blocks))
      }),
      { numRuns: propertyRuns(10_000), seed: 20_260_103 },
    )
  })
})
