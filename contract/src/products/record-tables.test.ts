import { describe, expect, test } from 'vitest'
import { finding } from './check.ts'
import { checkRecords } from './check-records.ts'
import { pollBlocksOf } from './plan.ts'
import { pollFiguresOf } from './poll-figures.ts'
import { faultCodeOf, faultNumberOf, polledRecords, RecordTable } from './record-tables.ts'
import { INITIAL_SETTINGS } from './settings.ts'

const names = { en: 'Error history', zh: '', pl: '' }
const column = (key: string, offset: number, more: object = {}) => ({
  key,
  names,
  role: 'value',
  offset,
  data_type: 'u16',
  ...more,
})
const tableOf = (more: object = {}): RecordTable =>
  RecordTable.parse({
    key: 'errors',
    names,
    query_cmd: 3,
    address: 100,
    stride: 6,
    count: 10,
    columns: [column('code', 0, { role: 'code' }), column('t', 4)],
    ...more,
  })
const { access } = INITIAL_SETTINGS

describe('the poll plan of record tables', () => {
  test('reads all records in one block at the slow interval, up to the last register that a column takes', () => {
    expect(pollBlocksOf([], access, [tableOf()])).toEqual([
      { name: 'A', slave: 1, fn: 3, start: 100, quantity: 9 * 6 + 5, period_s: access.tiers_s.slow },
    ])
  })

  test('keeps a record in one block where the table is longer than a request', () => {
    const blocks = pollBlocksOf([], access, [tableOf({ count: 50, slave: 9, query_cmd: 4 })])
    expect(blocks.map(({ slave, fn, start, quantity }) => [slave, fn, start, quantity])).toEqual([
      [9, 4, 100, 120],
      [9, 4, 220, 120],
      [9, 4, 340, 59],
    ])
    expect(blocks.every(({ start }) => (start - 100) % 6 === 0)).toBe(true)
  })

  test('names the registers between the columns: they belong to the records', () => {
    expect(pollFiguresOf([], access, [tableOf()])).toMatchObject({ blocks: 1, registers: 59, unnamed: 0, gaps: [] })
  })

  test('asks the slave of the product where a table names none', () => {
    expect(polledRecords([tableOf({ count: 1 })], { slave: 7, period_s: 300 })).toMatchObject([
      { slave: 7, reg_len: 5 },
    ])
  })
})

describe('the code of a number', () => {
  const choices = [{ value: 5, names, fault: 'E-OIL' }]
  test.each([
    ['F##', 7, 'F07'],
    ['F##', 123, 'F123'],
    ['E#', 0, 'E0'],
    ['A#-x', 12, 'A12-x'],
    ['#', 9, '9'],
    ['F##', 5, 'E-OIL'],
    ['', 7, null],
    ['F##', -1, null],
    ['F##', 1.5, null],
  ])('%s of %d is %s, and back', (fault_pattern, value, code) => {
    expect(faultCodeOf({ fault_pattern }, { choices }, value)).toBe(code)
    if (code !== null) expect(faultNumberOf({ fault_pattern }, { choices }, code)).toBe(value)
  })

  test.each(['X07', 'F', 'Fab', ''])('%s is no number of F##', (code) => {
    expect(faultNumberOf({ fault_pattern: 'F##' }, { choices: [] }, code)).toBeNull()
  })
})

describe('what is wrong with record tables', () => {
  const date = ['year', 'month', 'day'].map((role, at) => column(role, at + 1, { role }))
  test.each<[string, object[], (string | null)[][]]>([
    ['a sound one', [{}], []],
    ['two of one key', [{}, {}], [['record_key_twice', 'errors']]],
    ['beyond the last register', [{ address: 65_500 }], [['record_beyond_end', 'errors']]],
    ['a column outside', [{ stride: 4 }], [['record_column_outside', 'errors.t']]],
    [
      'a column of two registers at the last one',
      [{ columns: [column('t', 5, { data_type: 'u32_be' })] }],
      [['record_column_outside', 'errors.t']],
    ],
    ['a column twice', [{ columns: [column('t', 0), column('t', 1)] }], [['record_key_twice', 'errors.t']]],
    [
      'a role twice',
      [{ columns: [column('a', 0, { role: 'code' }), column('b', 1, { role: 'code' })] }],
      [['record_role_twice', 'errors']],
    ],
    [
      'bits without a place',
      [{ columns: [column('t', 0, { data_type: 'bits' })] }],
      [['record_bits_wrong', 'errors.t']],
    ],
    [
      'bits beyond the register',
      [{ columns: [column('t', 0, { data_type: 'bits', bit: 12, bit_len: 5 })] }],
      [['record_bits_wrong', 'errors.t']],
    ],
    [
      'a formula of another point',
      [{ columns: [column('t', 0, { read: 'a*2' })] }],
      [['record_formula_wrong', 'errors.t']],
    ],
    [
      'an hour without a day',
      [{ columns: [column('h', 0, { role: 'hour' })] }],
      [['record_date_incomplete', 'errors']],
    ],
    ['a date without a year', [{ columns: date.slice(1) }], [['record_date_incomplete', 'errors']]],
    ['a whole date', [{ columns: date }], []],
    ['no English name', [{ names: { en: '', zh: '', pl: '' } }], [['record_name_missing', 'errors']]],
  ])('%s', (_, tables, expected) => {
    const found = checkRecords(tables.map(tableOf), finding)
    expect(found.map(({ code, other }) => [code, other])).toEqual(expected)
  })
})
