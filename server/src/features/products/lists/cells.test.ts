import { describe, expect, it } from 'vitest'
import { accessOf, queryCommandOf } from '../import-cells.ts'
import { addressCellOf } from './address-cell.ts'
import { choiceCellOf } from './choice-cell.ts'
import { scaleCellOf, unitCellOf } from './number-cell.ts'
import { rangeCellOf } from './range-cell.ts'
import { typeCellOf } from './type-cell.ts'

describe('an address cell', () => {
  const shown = (text: string, is_hex = false): string => {
    const cell = addressCellOf(text, is_hex)
    if (cell === null) return 'none'
    const { style, number, fn, count, part, bit } = cell
    return [
      style,
      number,
      fn === null ? '' : `fn${fn}`,
      count === 1 ? '' : `x${count}`,
      part ?? '',
      bit === null ? '' : `bit${bit}`,
    ]
      .filter((one) => one !== '')
      .join(' ')
  }
  it.each([
    ['12', 'plain 12'],
    ['0x1F', 'hex 31'],
    ['0x01B0', 'hex 432'],
    ['01A1h', 'hex 417'],
    ['3X0042', 'area 42 fn4'],
    ['4x2100', 'area 2100 fn3'],
    ['1X0003', 'area 3 fn2'],
    ['40001', 'table 40001 fn3'],
    ['300012', 'table 300012 fn4'],
    ['74–75', 'plain 74 x2'],
    ['1025~1027', 'plain 1025 x3'],
    ['90 to 95', 'plain 90 x6'],
    ['1256-H', 'plain 1256 high'],
    ['1256_low', 'plain 1256 low'],
    ['1075.3', 'plain 1075 bit3'],
    ['1053 bit 3', 'plain 1053 bit3'],
    ['65536', 'none'],
    ['R12', 'none'],
    ['leer?', 'none'],
  ])('%s is %s', (text, expected) => expect(shown(text)).toBe(expected))

  it('of bare digits is hex where the list is', () => expect(shown('1F', true)).toBe('hex 31'))
})

describe('a type cell', () => {
  const shown = (text: string): string => {
    const { name, scale, choices } = typeCellOf(text)
    const type =
      name === null
        ? 'unknown'
        : name.kind === 'type'
          ? name.type
          : name.kind === 'byte'
            ? `${name.signed ? 's' : 'u'}8?`
            : name.kind === 'text'
              ? `${name.type} ${name.characters ?? '?'}`
              : `${name.of}_${name.order ?? '?'}`
    return [type, scale === null ? '' : JSON.stringify(scale), choices].filter((one) => one !== '').join(' ')
  }
  it.each([
    ['u16', 'u16'],
    ['ASCII', 'text ?'],
    ['string[20]', 'text 20'],
    ['STRING(16)', 'text 16'],
    ['char[8]', 'text 8'],
    ['ASCII string', 'text ?'],
    ['text_swapped', 'text_swapped ?'],
    ['text_wide', 'text_wide ?'],
    ['char', 's8?'],
    ['UINT16', 'u16'],
    ['unsigned int 16', 'u16'],
    ['16 bit unsigned', 'u16'],
    ['S16', 's16'],
    ['int16be', 's16'],
    ['16位有符号', 's16'],
    ['u8', 'u8?'],
    ['UCHAR', 'u8?'],
    ['INT8', 's8?'],
    ['dword', 'u32_?'],
    ['int32be', 's32_be'],
    ['uint32 CDAB', 'u32_le'],
    ['FLOAT', 'float32_?'],
    ['FLOAT, word-swapped', 'float32_?'],
    ['real', 'float32_?'],
    ['BOOL', 'bool'],
    ['BITFLAG', 'u16'],
    ['s16 /10', 's16 {"scale":0.1,"unit":""}'],
    ['u16 *10', 'u16 {"scale":10,"unit":""}'],
    ['u16 (enum: 0=Off, 1=On)', 'u16 0=Off, 1=On'],
    ['2', 'unknown'],
    ['integer', 'unknown'],
    ['string', 'text ?'],
    ['datetime', 'unknown'],
    ['uint64', 'u64_?'],
  ])('%s is %s', (text, expected) => expect(shown(text)).toBe(expected))
})

describe('a factor', () => {
  it.each<[string, boolean | null, unknown]>([
    ['0.1', null, { scale: 0.1, unit: '' }],
    ['0,1', null, { scale: 0.1, unit: '' }],
    ['÷10', null, { scale: 0.1, unit: '' }],
    ['/100', null, { scale: 0.01, unit: '' }],
    ['1/10', null, { scale: 0.1, unit: '' }],
    ['x0.1', null, { scale: 0.1, unit: '' }],
    ['*10', null, { scale: 10, unit: '' }],
    ['10^-1', null, { scale: 0.1, unit: '' }],
    ['0.5 °C', null, { scale: 0.5, unit: '°C' }],
    ['x10', null, { open: 10, unit: '' }],
    ['10', null, { open: 10, unit: '' }],
    ['10', true, { scale: 0.1, unit: '' }],
    ['10', false, { scale: 10, unit: '' }],
    ['0.1', true, { open: 0.1, unit: '' }],
    ['1', true, { scale: 1, unit: '' }],
    ['—', null, { scale: null, unit: '' }],
    ['bits', null, { scale: null, unit: '' }],
    ['0.1倍', null, null],
    ['see note 3', null, null],
  ])('%s (title says division: %s)', (text, divides, expected) => expect(scaleCellOf(text, divides)).toEqual(expected))
})

describe('a unit', () => {
  it.each([
    ['°C', '°C', null, null],
    ['0,1 °C', '°C', 0.1, null],
    ['100 W', 'W', 100, null],
    ['0,25h', 'h', 0.25, null],
    ['10 kWh', 'kWh', 10, null],
    ['°C/10', '°C', 0.1, null],
    ['°C x10', '°C', null, 10],
    ['m3/h', 'm³/h', null, null],
    ['1/min', '1/min', null, null],
    ['—', '', null, null],
  ])('%s is %s by %s, open %s', (text, unit, scale, open) =>
    expect(unitCellOf(text)).toEqual({ unit, scale, open, unclear: false }),
  )
  it.each(['100', 'in 10tel', '% (PWM) / 0,1 V (0-10 V)'])('%s is unclear', (text) =>
    expect(unitCellOf(text).unclear).toBe(true),
  )
})

describe('limits in one cell', () => {
  it.each<[string, string]>([
    ['0~60', '0 60'],
    ['-30…60', '-30 60'],
    ['-20..25', '-20 25'],
    ['-80~100 °C (*1)', '-80 100 °C'],
    ['5 bis 30 K', '5 30 K'],
    ['0-100', '0 100'],
    ['50~350 (5.0~35.0 °C)', '5 35 °C by 0.1'],
    ['0~30 (0.0~3.0 m3/h)', '0 3 m³/h by 0.1'],
    ['$1053$~10', '1053 10'],
    ['A22~60', 'A22 60'],
    ['0: Off, 1: On', 'none'],
    ['Measured Value', 'none'],
  ])('%s is %s', (text, expected) => {
    const range = rangeCellOf(text)
    const shown =
      range === null
        ? 'none'
        : [
            range.min ?? range.min_ref,
            range.max ?? range.max_ref,
            range.unit,
            range.scale === null ? '' : `by ${range.scale}`,
          ]
            .join(' ')
            .trim()
    expect(shown.replace(/\s+/g, ' ')).toBe(expected)
  })
})

describe('values with a name', () => {
  it.each<[string, string]>([
    ['0=off;1=on', '0 off, 1 on'],
    ['0-OFF/1-ON', '0 OFF, 1 ON'],
    ['0=off 1=on', '0 off, 1 on'],
    ['0: off; 1: on', '0 off, 1 on'],
    ['0: FCU, 1: Radiator, 2: Floor heating', '0 FCU, 1 Radiator, 2 Floor heating'],
    ['0: Enable\n1: Disable', '0 Enable, 1 Disable'],
    ['1: Cool\r\n2: Heat\r\n4: Auto', '1 Cool, 2 Heat, 4 Auto'],
    ['0：关；1：开', '0 关, 1 开'],
    ['0=off|关|wył;1=on|开|wł', '0 off, 1 on'],
    ['0: 1: 0: single zone, 1: two zones', 'swallowed'],
    ['0: A, 0: B', 'swallowed'],
    ['0-100', 'none'],
    ['see table 4', 'none'],
  ])('%j is %s', (text, expected) => {
    const found = choiceCellOf(text)
    expect(
      found.kind === 'choices'
        ? found.choices.map(({ value, names }) => `${value} ${names.en}`).join(', ')
        : found.kind,
    ).toBe(expected)
  })
})

describe('access and table by words', () => {
  it.each([
    ['R', 'r'],
    ['RO', 'r'],
    ['Read-Only', 'r'],
    ['nur lesen', 'r'],
    ['R/W', 'rw'],
    ['r / w', 'rw'],
    ['RW · EEPROM', 'rw'],
    ['W · nur Schreiben', 'rw'],
    ['Lesen und Schreiben', 'rw'],
    ['读写', 'rw'],
    ['maybe', null],
  ])('%s is %s', (text, expected) => expect(accessOf(text)).toBe(expected))

  it.each([
    ['3', 3],
    ['0x04', 4],
    ['03/06/16', 3],
    ['Input Register', 4],
    ['MODBUS_INPUT_REGISTER', 4],
    ['holding', 3],
    ['Coil', 1],
    ['Discrete Input', 2],
    ['Halteregister', 3],
    ['保持寄存器', 3],
    ['EEPROM', null],
  ])('%s is %s', (text, expected) => expect(queryCommandOf(text)).toBe(expected))
})
