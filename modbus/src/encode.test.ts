import { describe, expect, test } from 'vitest'
import { encodeWrite, readBack, resolveLimits } from './encode.ts'
import type { Point } from './point.ts'

const setPoint: Point = {
  key: 'sp_dhw',
  address: 202,
  reg_len: 1,
  query_cmd: 3,
  write_cmd: 6,
  rw: 'rw',
  data_type: 'u8_low',
  bit: null,
  formulas: { read: 'raw*0.5', write: null, display: null },
  min: 10,
  max: 55,
  step: 0.5,
  invalid: [],
}
const raw = { read: 'raw', write: null, display: null }
const word = { ...setPoint, data_type: 'u16', formulas: raw, min: null, max: null, step: null } satisfies Point

describe('encoding a write', () => {
  test('the hot-water set-point 50.0 °C is the golden word 0x0064', () => {
    expect(encodeWrite(setPoint, 50, { currentWord: 0x0062 })).toEqual({
      ok: true,
      raw: 100,
      write: { fn: 6, start: 202, words: [0x0064] },
    })
    expect(readBack(setPoint, [0x0064])).toBe(50)
  })

  test.each<[string, Point, number, number | null, unknown]>([
    ['a low byte keeps the high one', setPoint, 50, 0xab00, { fn: 6, start: 202, words: [0xab64] }],
    [
      'a high byte keeps the low one',
      { ...setPoint, data_type: 'u8_high' },
      50,
      0x00cd,
      { fn: 6, start: 202, words: [0x64cd] },
    ],
    ['BCD', { ...word, data_type: 'bcd_high' }, 26, 0x0011, { fn: 6, start: 202, words: [0x2611] }],
    ['a bit is set', { ...word, data_type: 'bit', bit: 7 }, 1, 0x0101, { fn: 6, start: 202, words: [0x0181] }],
    ['a bit is cleared', { ...word, data_type: 'bool', bit: 0 }, 0, 0xffff, { fn: 6, start: 202, words: [0xfffe] }],
    ['a bool of a whole register', { ...word, data_type: 'bool' }, 1, null, { fn: 6, start: 202, words: [1] }],
    ['a negative', { ...word, data_type: 's16' }, -15, null, { fn: 6, start: 202, words: [0xfff1] }],
    ['u32', { ...word, data_type: 'u32_le', write_cmd: 16 }, 65538, null, { fn: 16, start: 202, words: [2, 1] }],
    [
      'float',
      { ...word, data_type: 'float32_be', write_cmd: 16 },
      25.1,
      null,
      { fn: 16, start: 202, words: [0x41c8, 0xcccd] },
    ],
    [
      'a write formula',
      { ...word, formulas: { ...raw, write: 'value*10+0.4' } },
      2,
      null,
      { fn: 6, start: 202, words: [20] },
    ],
    ['a coil', { ...word, query_cmd: 1, write_cmd: 5, data_type: 'bool' }, 1, null, { fn: 5, start: 202, coil: true }],
    [
      'a register bit by its coil, as the golden frame',
      { ...word, address: 0x32, bit: 0, write_cmd: 5, data_type: 'bool' },
      1,
      null,
      { fn: 5, start: 0x320, coil: true },
    ],
  ])('%s', (_, point, value, currentWord, write) => {
    expect(encodeWrite(point, value, { currentWord })).toMatchObject({ ok: true, write })
  })

  test.each<[string, Point, number]>([
    ['not_writable', { ...setPoint, rw: 'r' }, 50],
    ['not_writable', { ...setPoint, write_cmd: null }, 50],
    ['not_writable', { ...setPoint, data_type: 'calc' }, 50],
    ['not_a_value', setPoint, Number.NaN],
    ['below_min', setPoint, 9.5],
    ['above_max', setPoint, 55.5],
    ['off_step', setPoint, 50.25],
    ['off_step', { ...setPoint, step: null }, 50.25],
    ['not_invertible', { ...word, formulas: { ...raw, read: 'abs(raw)' } }, 5],
    ['out_of_range', word, 65536],
    ['out_of_range', word, -1],
    ['out_of_range', { ...word, data_type: 'bit', bit: 0 }, 2],
    ['out_of_range', { ...word, data_type: 'bcd_low' }, 100],
    ['out_of_range', { ...word, invalid: [255] }, 255],
    ['needs_current_word', setPoint, 50],
    ['limit_unknown', { ...setPoint, max: { point: 'sp_max' } }, 50],
  ])('is refused as %s', (reason, point, value) => {
    expect(encodeWrite(point, value)).toEqual({ ok: false, reason })
  })

  test('a limit may be the value of another point', () => {
    const point: Point = { ...setPoint, max: { point: 'sp_max' } }
    const limits = resolveLimits(point, { sp_max: 48 })
    expect(encodeWrite(point, 50, { limits, currentWord: 0 })).toEqual({ ok: false, reason: 'above_max' })
    expect(encodeWrite(point, 48, { limits, currentWord: 0 })).toMatchObject({ ok: true, raw: 96 })
    expect(resolveLimits({ min: null, max: { point: 'constructor' } }, {})).toBeNull()
  })
})
