import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../golden/record-vectors.json' with { type: 'json' }
import { propertyRuns } from '../test/property-runs.ts'
import { readRecordsByHand } from '../test/spec-decoder.ts'
import { isText } from './data-type.ts'
import { fromHex } from './hex.ts'
import { type Block, DATA_TYPES } from './point.ts'
import { blocksOfRecords, clockTimeOf, decodeRecords, type RecordColumn, type Records, recordSpan } from './records.ts'

const SEED = 20_261_127
const TYPES = DATA_TYPES.filter((type) => type !== 'calc' && type !== 'bool' && !isText(type))
const FIRST = 300

const columnOf = (column: {
  key: string
  offset: number
  data_type: string
  bit?: number
  bit_len?: number
  read?: string
  invalid?: readonly number[]
}): RecordColumn => ({
  key: column.key,
  offset: column.offset,
  data_type: TYPES.find((type) => type === column.data_type) ?? 'u16',
  bit: column.bit ?? null,
  bit_len: column.bit_len ?? null,
  read: column.read ?? 'raw',
  invalid: column.invalid ?? [],
})
const tableOf = (
  columns: readonly RecordColumn[],
  stride: number,
  count: number,
  more: Partial<Records> = {},
): Records => ({
  slave: null,
  query_cmd: 3,
  address: FIRST,
  stride,
  count,
  columns,
  ...more,
})
const blockOf = (data: Uint8Array, more: Partial<Block> = {}): Block => ({
  slave: 1,
  fn: 3,
  start: FIRST,
  quantity: data.length / 2,
  status: 0,
  data,
  ...more,
})
const bytesOf = (hex: string): Uint8Array => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array()

describe('repeated records', () => {
  test.each(vectors)('$name', ({ stride, count, columns, hex, records, times }) => {
    const table = tableOf(columns.map(columnOf), stride, count)
    const decoded = decodeRecords(table, [blockOf(bytesOf(hex))])
    expect(decoded).toEqual(records)
    expect(
      decoded.map((values) =>
        clockTimeOf(
          Object.fromEntries(columns.flatMap(({ key, part }) => (part === undefined ? [] : [[part, values?.[key]]]))),
        ),
      ),
    ).toEqual(times)
  })

  test('are read as a decoder written from the specification alone reads them', () => {
    const column = fc.record({
      data_type: fc.constantFrom(...TYPES),
      offset: fc.nat(8),
      bit: fc.nat(11),
      bit_len: fc.integer({ min: 2, max: 5 }),
    })
    let values = 0
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 10 }),
        fc.nat(4),
        fc.uint8Array({ minLength: 250, maxLength: 250 }),
        (drawn, count, gap, drawn_bytes) => {
          const columns = drawn.map((one, at) => columnOf({ ...one, key: `c${at}` }))
          const stride = recordSpan({ query_cmd: 3, columns }) + gap
          // Digits often enough for BCD to be some.
          const bytes = drawn_bytes.map((byte, at) => (at % 3 === 0 ? byte & 0x99 : byte))
          const fitting = Math.min(count, Math.floor(bytes.length / 2 / stride))
          const table = tableOf(columns, stride, fitting)
          const expected = readRecordsByHand({ stride, count: fitting, columns }, [...bytes]).map((row) =>
            Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
          )
          const read = decodeRecords(table, [blockOf(bytes)])
          values += read.reduce((sum, row) => sum + Object.keys(row ?? {}).length, 0)
          expect(read.map((row) => asFloats(row, columns))).toEqual(expected.map((row) => asFloats(row, columns)))
        },
      ),
      { numRuns: propertyRuns(4_000), seed: SEED },
    )
    expect(values).toBeGreaterThan(1_000)
  })

  test('what the formula makes of the raw number, and no sentinel', () => {
    const table = tableOf([columnOf({ key: 't', offset: 1, data_type: 's16', read: 'raw*0.5', invalid: [-1] })], 2, 2)
    expect(decodeRecords(table, [blockOf(bytesOf('0000 0029 0000 ffff'))])).toEqual([{ t: 20.5 }, {}])
  })

  test('a record that was not read whole is none; one across two blocks is', () => {
    const columns = [
      columnOf({ key: 'a', offset: 0, data_type: 'u16' }),
      columnOf({ key: 'b', offset: 1, data_type: 'u16' }),
    ]
    const table = tableOf(columns, 2, 3)
    const blocks = [blockOf(bytesOf('0001 0002 0003')), blockOf(bytesOf('0004'), { start: FIRST + 3 })]
    expect(decodeRecords(table, blocks)).toEqual([{ a: 1, b: 2 }, { a: 3, b: 4 }, null])
    expect(blocksOfRecords(table, [...blocks, blockOf(bytesOf('0001'), { start: FIRST + 6 })])).toEqual(blocks)
  })

  test('are those of their slave', () => {
    const table = tableOf([columnOf({ key: 'a', offset: 0, data_type: 'u16' })], 1, 1, { slave: 2 })
    const blocks = [blockOf(bytesOf('0001')), blockOf(bytesOf('0002'), { slave: 2 })]
    expect(decodeRecords(table, blocks, new Set([2]))).toEqual([{ a: 2 }])
    expect(decodeRecords({ ...table, slave: null }, blocks, new Set([2]))).toEqual([{ a: 1 }])
  })
})

describe('the time of a record', () => {
  test.each([
    ['a whole one', { year: 2026, month: 11, day: 27, hour: 14, minute: 5, second: 9 }, '2026-11-27T14:05:09'],
    ['two digits of the year', { year: 7, month: 1, day: 2, hour: 3 }, '2007-01-02T03:00:00'],
    ['a day alone', { year: 26, month: 12, day: 31 }, '2026-12-31T00:00:00'],
    ['no 29th of February', { year: 2025, month: 2, day: 29 }, null],
    ['a leap day', { year: 2028, month: 2, day: 29 }, '2028-02-29T00:00:00'],
    ['an erased memory', { year: 255, month: 255, day: 255 }, null],
    ['nothing written', { year: 0, month: 0, day: 0 }, null],
    ['24 hours', { year: 26, month: 1, day: 1, hour: 24 }, null],
    ['no year', { month: 1, day: 1 }, null],
  ])('%s', (_, parts, time) => {
    expect(clockTimeOf(parts)).toBe(time)
  })

  test('of every day of a century is that day, and nothing else is one', () => {
    const whole = fc.record({
      year: fc.integer({ min: 1990, max: 2110 }),
      month: fc.nat(14),
      day: fc.nat(33),
      hour: fc.nat(25),
      minute: fc.nat(61),
    })
    fc.assert(
      fc.property(whole, ({ year, month, day, hour, minute }) => {
        const date = new Date(0)
        date.setUTCFullYear(year, month - 1, day)
        date.setUTCHours(hour, minute)
        const is_same =
          date.getUTCFullYear() === year &&
          date.getUTCMonth() === month - 1 &&
          date.getUTCDate() === day &&
          date.getUTCHours() === hour &&
          date.getUTCMinutes() === minute &&
          year >= 2000 &&
          year <= 2099
        expect(clockTimeOf({ year, month, day, hour, minute })).toBe(is_same ? date.toISOString().slice(0, 19) : null)
      }),
      { numRuns: propertyRuns(4_000), seed: SEED },
    )
  })
})

/** The decoder gives floats of 32 bits as the shortest number that is the same float. */
const asFloats = (row: Record<string, number | null> | null, columns: readonly RecordColumn[]) =>
  row === null
    ? null
    : Object.fromEntries(
        Object.entries(row).map(([key, value]) => {
          const is_float = columns.find((column) => column.key === key)?.data_type.startsWith('float32')
          return [key, value === null ? null : (is_float ? Math.fround(value) : value) + 0]
        }),
      )
