import { describe, expect, test } from 'vitest'
import vectors from '../golden/protocol-vectors.json' with { type: 'json' }
import { readBy, testPoint } from '../test/test-point.ts'
import { decodeBlocks } from './decode.ts'
import { compileDecoder } from './decoder.ts'
import { parseReply } from './frame.ts'
import { fromHex } from './hex.ts'
import type { Block, DataType, Point } from './point.ts'

const point = (key: string, address: number, data_type: DataType, read = 'raw', more: Partial<Point> = {}): Point =>
  testPoint({ key, address, data_type, formulas: readBy(read), ...more })

const block = (start: number, data: number[], more: Partial<Block> = {}): Block => ({
  slave: 1,
  fn: 3,
  start,
  quantity: data.length / 2,
  status: 0,
  data: Uint8Array.from(data),
  ...more,
})

const bothWays = (points: Point[], blocks: Block[]) => {
  const compiled = compileDecoder(points)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  const values = decodeBlocks(points, blocks)
  expect(compiled.decoder.decode(blocks)).toEqual(values)
  return values
}

describe('decoding', () => {
  test('the golden answer of ten registers gives the values in its note', () => {
    const reply = parseReply(fromHex(vectors.rtu_reply_0E_10.hex) ?? new Uint8Array())
    if (!reply.ok || reply.reply.kind !== 'data') throw new Error('no data')
    const points = [
      point('t_in', 14, 's16', 'raw*0.1'),
      point('t_dhw', 15, 's16', 'raw*0.1'),
      point('t_amb', 17, 's16', 'raw*0.5'),
      point('t_out', 18, 's16', 'raw*0.1'),
      point('sw', 19, 'u16'),
      point('sw_date', 20, 'u16'),
      point('t_suction', 21, 's16', 'raw*0.5'),
      point('t_coil', 22, 's16', 'raw*0.5'),
      point('u_ac', 23, 'u16'),
      point('dt_water', 0, 'calc', 't_out-t_in'),
    ]
    expect(bothWays(points, [block(14, [...reply.reply.data])])).toEqual({
      t_in: 28.1,
      t_dhw: 48.5,
      t_amb: 4,
      t_out: 32.3,
      sw: 22,
      sw_date: 705,
      t_suction: 1,
      t_coil: -2,
      u_ac: 229,
      dt_water: 4.2,
    })
  })

  test.each<[DataType, number[], number | undefined, Partial<Point>?]>([
    ['u8_low', [0x12, 0xfe], 0xfe],
    ['u8_high', [0x12, 0xfe], 0x12],
    ['s8_low', [0x12, 0xfe], -2],
    ['s8_high', [0x80, 0], -128],
    ['bool', [0, 2], 1],
    ['bool', [0, 2], 0, { bit: 0 }],
    ['bit', [0x80, 0], 1, { bit: 15 }],
    ['enum', [0, 4], 4],
    ['bcd_low', [0, 0x59], 59],
    ['bcd_high', [0x26, 0], 26],
    ['bcd_low', [0, 0x5a], undefined],
    ['u16', [0xff, 0xfe], 65534],
    ['s16', [0xff, 0xfe], -2],
    ['u32_be', [0xff, 0xfe, 0, 1], 0xfffe0001],
    ['u32_le', [0, 1, 0xff, 0xfe], 0xfffe0001],
    ['s32_be', [0xff, 0xff, 0xff, 0xfe], -2],
    ['s32_le', [0xff, 0xfe, 0xff, 0xff], -2],
    ['float32_be', [0x41, 0xc8, 0xcc, 0xcd], 25.1],
    ['float32_le', [0xcc, 0xcd, 0x41, 0xc8], 25.1],
    ['float32_be', [0x7f, 0xc0, 0, 0], undefined],
    ['u16', [0xff, 0xff], undefined, { invalid: [0xffff] }],
    ['s16', [0xff, 0xff], undefined, { invalid: [0xffff] }],
    ['s16', [0xff, 0xff], undefined, { invalid: [-1] }],
    ['u8_low', [0, 25], undefined, { invalid: [255, 25] }],
  ])('%s of %j is %s', (type, data, value, more = {}) => {
    expect(bothWays([point('x', 7, type, 'raw', more)], [block(7, data)])).toEqual(
      value === undefined ? {} : { x: value },
    )
  })

  test('bits of coils and discrete inputs are packed lowest first', () => {
    const points = [0, 1, 8, 9, 10].map((at) => point(`c${at}`, 100 + at, 'bool', 'raw', { query_cmd: 1 }))
    const bits = block(100, [], { fn: 1, quantity: 10, data: Uint8Array.of(0b10, 0b01) })
    expect(bothWays(points, [bits])).toEqual({ c0: 0, c1: 1, c8: 1, c9: 0 })
  })

  test('a point is absent outside every block, in a failed one, of another function, or half in a block', () => {
    const points = [
      point('wide', 9, 'u32_be'),
      point('in', 9, 'u16'),
      point('out', 10, 'u16'),
      point('sum', 0, 'calc', 'in+out'),
    ]
    expect(bothWays(points, [block(9, [0, 1])])).toEqual({ in: 1 })
    expect(bothWays(points, [block(9, [], { quantity: 2, status: 0xe0 })])).toEqual({})
    expect(bothWays(points, [block(9, [0, 1, 0, 2], { fn: 4 })])).toEqual({})
    expect(bothWays(points, [block(9, [0, 1, 0, 2])])).toEqual({ wide: 65538, in: 1, out: 2, sum: 3 })
  })

  test('calculated points may stand before what they need; division by zero leaves them absent', () => {
    const points = [
      point('c', 0, 'calc', 'b*2'),
      point('b', 0, 'calc', 'a+1'),
      point('a', 1, 'u16'),
      point('z', 0, 'calc', '1/(a-a)'),
    ]
    expect(bothWays(points, [block(1, [0, 3])])).toEqual({ a: 3, b: 4, c: 8 })
  })

  test('faults of a definition are values', () => {
    const points = [
      point('a', 0, 'calc', 'b'),
      point('b', 0, 'calc', 'a'),
      point('c', 0, 'calc', 'nowhere+1'),
      point('d', 0, 'u16', 'raw*'),
      point('e', 0, 'u16', 'other'),
      point('__proto__', 0, 'u16'),
      point('f', 0, 'u16'),
      point('f', 0, 'u16'),
    ]
    const compiled = compileDecoder(points)
    expect(compiled.ok ? [] : compiled.faults).toEqual([
      { key: 'd', reason: 'bad_formula', fault: { at: 4, reason: 'unexpected' } },
      { key: 'e', reason: 'unknown_name', name: 'other' },
      { key: '__proto__', reason: 'bad_key' },
      { key: 'f', reason: 'duplicate_key' },
      { key: 'a', reason: 'calc_cycle' },
      { key: 'b', reason: 'calc_cycle' },
      { key: 'c', reason: 'unknown_name', name: 'nowhere' },
    ])
  })

  test('a decoder of some keys returns them in the requested order, calculated from points not requested', () => {
    const points = [point('a', 0, 'u16'), point('b', 1, 'u16'), point('s', 0, 'calc', 'a+b'), point('x', 9, 'u16')]
    const compiled = compileDecoder(points, { only: ['s', 'x', 'b'] })
    if (!compiled.ok) throw new Error('faults')
    const out = new Float64Array(3)
    compiled.decoder.decodeInto([block(0, [0, 1, 0, 2])], out)
    expect([...out]).toEqual([3, Number.NaN, 2])
  })
})
