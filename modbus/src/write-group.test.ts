import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import golden from '../golden/protocol-vectors.json' with { type: 'json' }
import writes from '../golden/write-vectors.json' with { type: 'json' }
import { propertyRuns } from '../test/property-runs.ts'
import { testPoint } from '../test/test-point.ts'
import { decodeBlocks } from './decode.ts'
import { encodeWrite } from './encode.ts'
import { buildRequest, requestOf } from './frame.ts'
import { toHex } from './hex.ts'
import type { Block, Point } from './point.ts'
import { encodeWriteGroup, spanOfGroup, wordsOfWrite } from './write-group.ts'

const pointOf = (key: string, address: number, more: Partial<Point> = {}): Point =>
  testPoint({ key, address, slave: null, write_cmd: 16, rw: 'rw', data_type: 's16', ...more })
const blockOf = (start: number, words: readonly number[]): Block => ({
  slave: 1,
  fn: 3,
  start,
  quantity: words.length,
  status: 0,
  data: Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255])),
})
const coilsOf = (start: number, coils: string): Block => {
  const data = new Uint8Array(Math.ceil(coils.length / 8))
  for (const [at, bit] of Array.from(coils).entries())
    if (bit === '1') data[at >> 3] = (data[at >> 3] ?? 0) | (1 << (at & 7))
  return { slave: 1, fn: 1, start, quantity: coils.length, status: 0, data }
}

const CURVE = [0, 1, 2, 3].map((at) => pointOf(`e0${at}`, 0x169 + at))
/** Year and month, day and hour in BCD; the minute alone in the high byte. */
const CLOCK = [
  pointOf('year', 10, { data_type: 'bcd_high' }),
  pointOf('month', 10, { data_type: 'bcd_low' }),
  pointOf('day', 11, { data_type: 'bcd_high' }),
  pointOf('hour', 11, { data_type: 'bcd_low' }),
  pointOf('minute', 12, { data_type: 'bcd_high' }),
]
const valves = (write_cmd: 5 | 15) =>
  Array.from({ length: 10 }, (_, at) => pointOf(`v${at}`, 19 + at, { query_cmd: 1, write_cmd, data_type: 'bit' }))

describe('points that are written together', () => {
  test('a heating curve is one frame of function 16, the golden one', () => {
    const wanted = new Map([-15, -5, 5, 15].map((value, at) => [`e0${at}`, value]))
    const encoded = encodeWriteGroup(CURVE, wanted, [], {})
    expect(encoded.ok && toHex(buildRequest(requestOf(1, encoded.write)))).toBe(golden.rtu_write_multi.hex)
  })

  test('coils are one frame of function 15, that of the specification', () => {
    const wanted = new Map(Array.from('1011001110', (bit, at) => [`v${at}`, Number(bit)]))
    const encoded = encodeWriteGroup(valves(15), wanted, [], {})
    expect(encoded.ok && toHex(buildRequest(requestOf(17, encoded.write)))).toBe(writes.coils_spec.hex)
  })

  test('what is not set keeps what was read last, bytes of one register too', () => {
    const wanted = new Map([
      ['month', 12],
      ['day', 24],
    ])
    const encoded = encodeWriteGroup(CLOCK, wanted, [blockOf(8, [0, 0, 0x2611, 0x2713, 0x4500])], {})
    expect(encoded).toEqual({ ok: true, write: { fn: 16, start: 10, words: [0x2612, 0x2413, 0x4500] } })
    const coils = encodeWriteGroup(valves(15), new Map([['v1', 1]]), [coilsOf(19, '1001100000')], {})
    expect(coils.ok && wordsOfWrite(coils.write).join('')).toBe('1101100000')
  })

  test.each([
    ['a register that was never read', [blockOf(10, [0x2611])], new Map([['month', 12]]), 'needs_current_word'],
    ['a value that does not fit', [blockOf(10, [0, 0, 0])], new Map([['month', 100]]), 'out_of_range'],
  ] as const)('%s refuses the whole', (_, blocks, wanted, reason) => {
    expect(encodeWriteGroup(CLOCK, wanted, blocks, {})).toMatchObject({ ok: false, reason })
  })

  test('a limit may be the value that the same write sets', () => {
    const group = [pointOf('low', 1), pointOf('high', 2, { min: { point: 'low' } })]
    const wanted = new Map([
      ['low', 30],
      ['high', 25],
    ])
    expect(encodeWriteGroup(group, wanted, [], { low: 10 })).toMatchObject({
      ok: false,
      reason: 'below_min',
      key: 'high',
    })
  })

  test.each([
    ['two slaves', [pointOf('a', 1), pointOf('b', 2, { slave: 7 })]],
    ['coils and registers', [pointOf('a', 1), pointOf('b', 2, { query_cmd: 1 })]],
    ['more registers than one write takes', [pointOf('a', 1), pointOf('b', 124)]],
    ['input registers', [pointOf('a', 1, { query_cmd: 4 })]],
    ['nothing', []],
  ])('%s are no group', (_, group) => {
    expect(spanOfGroup(group)).toBeNull()
  })

  test('each of its points reads back as it was set, over random groups', () => {
    const drawn = fc.array(
      fc.record({ data_type: fc.constantFrom('u16', 's16', 'u32_le', 'u8_low', 'u8_high'), value: fc.nat(127) }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(drawn, fc.nat(0xffff), (bare, before) => {
        const group = bare.map(({ data_type }, at) =>
          pointOf(`p${at}`, 100 + 2 * at, { data_type, reg_len: data_type === 'u32_le' ? 2 : 1 } as Partial<Point>),
        )
        const wanted = new Map(bare.map(({ value }, at) => [`p${at}`, value]))
        const latest = blockOf(
          100,
          Array.from({ length: 2 * group.length }, () => before),
        )
        const encoded = encodeWriteGroup(group, wanted, [latest], {})
        if (!encoded.ok || encoded.write.fn !== 16) throw new Error(JSON.stringify(encoded))
        const read = decodeBlocks(group, [blockOf(encoded.write.start, encoded.write.words)])
        expect(read).toEqual(Object.fromEntries(wanted))
      }),
      { numRuns: propertyRuns(5_000), seed: 20_261_129 },
    )
  })
})

test('one coil is written by function 15 where its point says so', () => {
  const [valve] = valves(15)
  const encoded = valve === undefined ? null : encodeWrite(valve, 1)
  expect(encoded).toMatchObject({ ok: true, write: { fn: 15, start: 19, coils: [true] } })
})
