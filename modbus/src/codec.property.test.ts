import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../test/property-runs.ts'
import { readBy, testPoint } from '../test/test-point.ts'
import { isText } from './data-type.ts'
import { decodeBlocks } from './decode.ts'
import { compileDecoder } from './decoder.ts'
import { encodeWrite, readBack } from './encode.ts'
import { parseFormula } from './formula-parse.ts'
import { type Block, DATA_TYPES, type DataType, type Point, type QueryCommand } from './point.ts'
import { precisionOf, roundTo } from './precision.ts'
import { wordsOfWrite } from './write-group.ts'

const SEED = 20_260_101
const TRIED = propertyRuns(100_000)
/** Tests of about a second each in a full run: one of ten would be too long for a busy machine. */
const PARTS = 10
const POINTS = 50
const eachPart = test.each(Array.from({ length: PARTS }, (_, part) => part))
const ON_BUS = DATA_TYPES.filter((type) => type !== 'calc' && !isText(type))

/** Raw range of each type that can be written; floats are drawn by value. */
const RAW_RANGE: Readonly<Record<string, [number, number]>> = {
  u8_low: [0, 255],
  u8_high: [0, 255],
  s8_low: [-128, 127],
  s8_high: [-128, 127],
  bool: [0, 1],
  enum: [0, 65535],
  bcd_low: [0, 99],
  bcd_high: [0, 99],
  bit: [0, 1],
  u16: [0, 65535],
  s16: [-32768, 32767],
  bcd16: [0, 9999],
  sbcd16: [-999, 999],
  bcd32: [0, 99999999],
  sbcd32: [-9999999, 9999999],
  bits: [0, 7],
  u32: [0, 4294967295],
  s32: [-2147483648, 2147483647],
  // Wider numbers are not exact once scaled.
  u64: [0, 2 ** 40],
  s64: [-(2 ** 40), 2 ** 40],
}
const SCALES = [
  'raw',
  'raw*0.1',
  'raw*0.5',
  'raw*0.01',
  'raw*0.001',
  'raw*10',
  'raw/4',
  '(raw+250)*0.1',
  '-raw*2+25',
  'raw*0.25-0.125',
]
const FLOAT_SCALES = ['raw', 'raw*0.1', 'raw*10', '-raw']

const pointOf = (data_type: DataType, read: string, more: Partial<Point> = {}): Point =>
  testPoint({ address: 100, write_cmd: 6, rw: 'rw', data_type, formulas: readBy(read), ...more })

eachPart('decode(encode(v)) = v over random points: part %i', (part) => {
  let tried = 0
  let wrong = 0
  const picks = fc.tuple(
    fc.constantFrom(...ON_BUS),
    fc.nat(SCALES.length - 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(0xffff),
    fc.nat(15),
  )
  fc.assert(
    fc.property(picks, ([type, scale, share, currentWord, bit]) => {
      tried++
      const isFloat = type.startsWith('float')
      const read = (isFloat ? FLOAT_SCALES[scale % FLOAT_SCALES.length] : SCALES[scale]) ?? 'raw'
      const point = pointOf(type, read, {
        bit: type === 'bit' || type === 'bits' || (type === 'bool' && bit > 7) ? Math.min(bit, 13) : null,
        bit_len: 3,
      })
      const value = isFloat ? Number(((share - 0.5) * 10 ** (scale - 2)).toPrecision(6)) : valueAt(type, read, share)
      const written = encodeWrite(point, value, { currentWord })
      const words = written.ok ? wordsOfWrite(written.write) : []
      const back = written.ok ? readBack(point, words) : null
      const same = written.ok && isSameValue(type, back, value) && keepsNeighbours(point, words[0] ?? 0, currentWord)
      if (!same) wrong++
      return same
    }),
    { numRuns: TRIED / PARTS, seed: SEED + part },
  )
  console.log(`decode(encode(v)): ${tried} points tried, ${wrong} wrong`)
  expect([tried, wrong]).toEqual([TRIED / PARTS, 0])
})

/** Points that a product read something for. */
let present = 0

eachPart('the generated decoder equals the interpreter over random points of random products: part %i', (part) => {
  let points = 0
  let values = 0
  let wrong = 0
  fc.assert(
    fc.property(fc.array(anyPoint, { minLength: POINTS, maxLength: POINTS }), anyBlocks, (bare, blocks) => {
      // The calculated points name k0..k5, which therefore are none themselves.
      const product = bare.map((point, i) => ({
        ...point,
        key: `k${i}`,
        ...(i < 6 ? { data_type: ON_BUS[i * 2] ?? 'u16', formulas: { ...point.formulas, read: 'raw*0.5' } } : {}),
      }))
      const compiled = compileDecoder(product)
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
      const expected = decodeBlocks(product, blocks)
      points += product.length
      values += Object.keys(expected).length
      try {
        expect(compiled.decoder.decode(blocks)).toStrictEqual(expected)
      } catch (difference) {
        wrong++
        throw difference
      }
    }),
    { numRuns: TRIED / PARTS / POINTS, seed: SEED + part },
  )
  console.log(`generated = interpreted: ${points} points tried, ${values} of them present, ${wrong} products wrong`)
  expect(points).toBe(TRIED / PARTS)
  present += values
})

test('a fifth of the points of all parts are present at least', () => {
  expect(present).toBeGreaterThan(TRIED / 5)
})

/** A double that is scaled keeps 15 digits; everything else comes back as it was. */
const isSameValue = (type: DataType, back: number | null, value: number): boolean =>
  back === value + 0 ||
  (type.startsWith('float64') && back !== null && Number(back.toPrecision(15)) === Number(value.toPrecision(15)) + 0)

const valueAt = (type: DataType, read: string, share: number): number => {
  const [low, high] = RAW_RANGE[type] ?? RAW_RANGE[/^[a-z]+\d*/.exec(type)?.[0] ?? ''] ?? [0, 0]
  const raw = Math.round(low + share * (high - low))
  const formula = parseFormula(read)
  if (!formula.ok) throw new Error(read)
  // The value a person would type: the read formula worked out by plain arithmetic, without its binary noise.
  const exact: number = LINES[read]?.(raw) ?? raw
  return roundTo(
    exact,
    precisionOf(formula.ast, () => 0),
  )
}

const LINES: Record<string, (raw: number) => number> = {
  'raw*0.1': (raw) => raw / 10,
  'raw*0.5': (raw) => raw / 2,
  'raw*0.01': (raw) => raw / 100,
  'raw*0.001': (raw) => raw / 1000,
  'raw*10': (raw) => raw * 10,
  'raw/4': (raw) => raw / 4,
  '(raw+250)*0.1': (raw) => (raw + 250) / 10,
  '-raw*2+25': (raw) => 25 - 2 * raw,
  'raw*0.25-0.125': (raw) => (2 * raw - 1) / 8,
}

/** The bits of the register that are not the point's own stay as they were. */
const keepsNeighbours = ({ data_type, bit, bit_len }: Point, word: number, before: number): boolean => {
  if (data_type === 'bits') return ((word ^ before) & ~((2 ** (bit_len ?? 1) - 1) << (bit ?? 0))) === 0
  if (bit !== null) return ((word ^ before) & ~(1 << bit)) === 0
  if (/8_low|bcd_low/.test(data_type)) return word >> 8 === before >> 8
  return !/8_high|bcd_high/.test(data_type) || (word & 255) === (before & 255)
}

const anyPoint: fc.Arbitrary<Point> = fc
  .tuple(
    fc.constantFrom(...ON_BUS, 'calc' as const),
    fc.constantFrom<QueryCommand>(1, 3, 3, 3, 4),
    fc.nat(60),
    fc.option(fc.nat(12)),
    fc.constantFrom(
      ...SCALES,
      'raw>9?raw:-raw',
      'min(raw,3)/max(raw,1)',
      'clamp(raw,1,9)%4',
      '100/raw',
      'round(raw*0.3)',
    ),
    fc.array(fc.constantFrom(0, 1, 255, 65535, -1, 32767), { maxLength: 2 }),
    fc.constantFrom('k0+k1', 'k2*0.5', 'k3>k4?k3:k4-1', '1/k5', '7'),
  )
  .map(([type, query_cmd, address, bit, read, invalid, calc]) =>
    pointOf(type, read, {
      query_cmd,
      address,
      bit,
      bit_len: 3,
      slave: address % 10 === 0 ? 2 : null,
      invalid,
      ...(type === 'calc' ? { formulas: { read: calc, write: null, display: null } } : {}),
    }),
  )

const anyBlocks: fc.Arbitrary<Block[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom<QueryCommand>(1, 3, 3, 4),
      fc.nat(40),
      fc.integer({ min: 18, max: 40 }),
      fc.nat(9),
      fc.uint8Array({ minLength: 80, maxLength: 80 }),
      fc.constantFrom(1, 1, 1, 1, 1, 2),
    )
    .map(([fn, start, quantity, failed, bytes, slave]) => {
      const size = failed === 0 ? 0 : fn <= 2 ? Math.ceil(quantity / 8) : quantity * 2
      return { slave, fn, start, quantity, status: failed === 0 ? 0xe0 : 0, data: bytes.subarray(0, size) }
    }),
  { minLength: 2, maxLength: 6 },
)
