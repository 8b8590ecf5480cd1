import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDefinition } from '@heatfleet/contract/products/check.ts'
import { pollBlocksOf } from '@heatfleet/contract/products/plan.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../../sheets/read-sheet.ts'
import { validateSheet } from './import-validation.ts'
import { lookAtList } from './lists/look-at-list.ts'
import type { Grids } from './lists/read-grids.ts'
import { listBytes } from './write-list.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'test', 'register-lists', name))
const lines = async (bytes: Uint8Array) => (await readSheet(bytes, null)).rows
/** What lists of few columns leave open, and these tests are not about. */
const ANSWERS = { base: '0', fn: '3', sign: 'u16', order: 'be' }
const gridsOf = (rows: string[][]): Grids => ({
  kind: 'text',
  grids: [{ name: '', headings: [], rows, first_line: 1, marks: new Map(), struck: new Set() }],
  prose: '',
})
const validateGrids = (
  grids: Grids,
  existing: readonly DataPoint[] = [],
  part: Partial<Parameters<typeof validateSheet>[1]> = {},
  answers: Record<string, string> = ANSWERS,
) => {
  const reading = { tables: null, titles: {}, answers, constants: {} }
  const { mapping } = lookAtList(grids, reading)
  return validateSheet(grids, { mapping, fixes: [], left_out: [], mode: 'merge', reading, ...part }, existing)
}
const validate = (
  rows: string[][],
  existing: readonly DataPoint[] = [],
  part: Partial<Parameters<typeof validateSheet>[1]> = {},
) => validateGrids(gridsOf(rows), existing, part)
const counted = ({ rows }: ReturnType<typeof validateSheet>) => {
  const counts: Record<string, number> = {}
  for (const { verdict } of rows) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}

describe('the register lists of three boards', () => {
  it.each([
    ['sprsun_cg248075.csv', 491],
    ['sprsun_carel.csv', 342],
    ['midea_r290.csv', 278],
  ])('%s is taken as it is: %d points, none in error', async (name, count) => {
    const validated = validate(await lines(fixture(name)))
    expect(validated.rows.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(counted(validated)).toEqual({ new: count })
    const definition = { points: validated.set, settings: INITIAL_SETTINGS }
    expect(checkDefinition(definition).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(pollBlocksOf(validated.set, INITIAL_SETTINGS.access).length).toBeLessThanOrEqual(60)
  })

  it.each(['csv', 'xlsx'] as const)('exported as %s and taken in again they are the same', async (format) => {
    for (const name of ['sprsun_cg248075.csv', 'sprsun_carel.csv', 'midea_r290.csv']) {
      const { set } = validate(await lines(fixture(name)))
      const again = validate(await lines(await listBytes(format, set)), set)
      expect(counted(again)).toEqual({ same: set.length })
    }
  })

  it('what real buses need comes back from a file as it went in', async () => {
    const { set } = validate(await lines(fixture('sprsun_carel.csv')))
    const [first] = set
    if (first === undefined) throw new Error('the list has points')
    const written = { rw: 'rw', write_cmd: 16, query_cmd: 3, write_group: 'clock', write_sequence: 'service' } as const
    const special: DataPoint[] = [
      { ...first, key: 'clock', data_type: 'u16', bit: null, ...written },
      { ...first, key: 'energy', address: 900, data_type: 'u16', bit: null, accumulate: true, wraps_at: 65_536 },
      {
        ...first,
        key: 'serial',
        address: 910,
        query_cmd: 3,
        data_type: 'text_swapped',
        bit: null,
        reg_len: 8,
        in_history: false,
        rw: 'r',
        write_cmd: null,
      },
    ]
    const again = validate(await lines(await listBytes('csv', special)))
    expect(again.set).toMatchObject(
      special.map(({ key, reg_len, data_type, write_cmd, write_group, write_sequence, wraps_at }) => ({
        key,
        reg_len,
        data_type,
        write_cmd,
        write_group,
        write_sequence,
        wraps_at,
      })),
    )
  })

  it('taken again it is no change', async () => {
    const rows = await lines(fixture('sprsun_carel.csv'))
    expect(counted(validate(rows, validate(rows).set))).toEqual({ same: 342 })
  })

  it('the Midea list decodes its own snapshot of a running unit', async () => {
    const { rows } = validate(await lines(fixture('midea_r290.csv')))
    const shown = (name: string) => {
      const sample = rows.find((row) => row.name === name)?.sample
      return `${sample?.value} ${sample?.unit}`
    }
    expect(shown('Compressor frequency')).toBe('29 Hz')
    expect(shown('Tw_in')).toBe('28 °C')
    expect(shown('Tw_out')).toBe('32 °C')
    expect(shown('Real-time heating capacity')).toBe('3.49 kW')
  })
})

describe('a register list', () => {
  const sheet = (...rows: string[][]) => validate([['地址', '名称', '数据类型', '倍率', '读写', '位'], ...rows])

  it.each<[string, string[], string]>([
    ['a hex address', ['0x1F', '水温', 's16', '0.1', '只读', ''], 'new'],
    ['a decimal comma', ['1', '水温', 's16', '0,1', '读写', ''], 'new'],
    ['no address', ['', '水温', 's16', '', '', ''], 'error address_missing'],
    ['an address that is none', ['R12', '水温', 's16', '', '', ''], 'error address_wrong→12'],
    ['an unknown type', ['1', '水温', 'complex', '', '', ''], 'error question_open'],
    ['a bit beyond the word', ['1', '水泵', 'bit', '', '', '16'], 'error bit_wrong'],
    ['a scale with words', ['1', '水温', 's16', '0.1倍', '', ''], 'error number_wrong→0.1'],
    ['an unstated word order', ['1', '电量', 'u32', '', '', ''], 'new'],
    ['an unknown access', ['1', '水温', 's16', '', 'maybe', ''], 'error access_unknown→r'],
    ['an empty line', ['', '', '', '', '', ''], 'left_out row_empty'],
  ])('%s', (_, row, expected) => {
    const [validated] = sheet(row).rows
    const problems = validated?.problems.map(({ problem, fix }) => (fix ? `${problem}→${fix}` : problem)) ?? []
    expect([validated?.verdict, ...problems].join(' ')).toBe(expected)
  })

  it('takes slave addresses, all byte orders, 64 bits, BCD and fields of bits, and gives them back', async () => {
    const { rows, set } = validate([
      ['address', 'name', 'type', 'bit', 'bit length', 'slave', 'access'],
      ['10', 'Energy', 'u64_le_swapped', '', '', '7', ''],
      ['10', 'Energy of the board', 'u32_be', '', '', '', ''],
      ['20', 'Power', 'float32 DCBA', '', '', '7', ''],
      ['22', 'Current', 'float32_be_swapped', '', '', '7', ''],
      ['24', 'Serial date', 'bcd16', '', '', '', ''],
      ['25', 'Offset', 'sbcd16', '', '', '', ''],
      ['26', 'Mode', 'u16', '4', '3', '', 'rw'],
      ['30', 'Heat', 'double ABCD', '', '', '', ''],
    ])
    expect(rows.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(
      set.map(({ slave, address, data_type, reg_len, bit, bit_len }) => [
        slave,
        address,
        data_type,
        reg_len,
        bit,
        bit_len,
      ]),
    ).toEqual([
      [7, 10, 'u64_le_swapped', 4, null, null],
      [null, 10, 'u32_be', 2, null, null],
      [7, 20, 'float32_le_swapped', 2, null, null],
      [7, 22, 'float32_be_swapped', 2, null, null],
      [null, 24, 'bcd16', 1, null, null],
      [null, 25, 'sbcd16', 1, null, null],
      [null, 26, 'bits', 1, 4, 3],
      [null, 30, 'float64_be', 4, null, null],
    ])
    const again = validate(await lines(await listBytes('csv', set)), set)
    expect(counted(again)).toEqual({ same: set.length })
  })

  it('refuses a slave address that is none', () => {
    const { rows } = validate([
      ['address', 'name', 'slave'],
      ['10', 'Flow', '248'],
    ])
    expect(rows[0]?.problems.map(({ problem }) => problem)).toEqual(['slave_wrong'])
  })

  it('says in its check which address is given twice, and that a bit field becomes one number', () => {
    const titles = ['address', 'name', 'type', 'bit']
    const { rows } = validate([
      titles,
      ['12', 'Flow', 'u16', ''],
      ['12', 'Return', 'u16', ''],
      ['13', 'State', 'bitfield', ''],
    ])
    expect(rows.map(({ problems }) => problems.map(({ problem, text }) => `${problem} ${text}`))).toEqual([
      [],
      ['address_twice Flow'],
      ['bits_as_word bitfield'],
    ])
    const bits = validate([titles, ['12', 'Pump', 'bit', '0'], ['12', 'Fan', 'bit', '1'], ['12', 'All', 'u16', '']])
    expect(bits.rows.flatMap(({ problems }) => problems)).toEqual([])
  })

  it('is put right by a fix, line by line', () => {
    const rows = [
      ['address', 'name'],
      ['R12', 'Flow'],
      ['', 'Return'],
    ]
    const fixes = [{ row: 2, field: 'address' as const, value: '12' }]
    expect(counted(validate(rows, [], { fixes, left_out: [3] }))).toEqual({ new: 1, left_out: 1 })
  })

  it('keeps the key and the work of a point that moved nowhere but got another name', () => {
    const [first] = validate([
      ['address', 'name'],
      ['12', 'Flow'],
    ]).set
    const worked =
      first === undefined ? [] : [{ ...first, tier: 'fast' as const, names: { ...first.names, pl: 'Zasilanie' } }]
    const [again] = validate(
      [
        ['address', 'name'],
        ['12', 'Flow temperature'],
      ],
      worked,
    ).set
    expect(again).toMatchObject({ key: 'flow', tier: 'fast', names: { en: 'Flow temperature', pl: 'Zasilanie' } })
  })

  it.each([
    ['as the board maker has it was never tried', ['12', 'Set', 'u16', '1', 'rw', ''], false],
    ['that says so was tried', ['12', 'Set', 'u16', '1', 'rw', '1'], true],
    ['that is only read needs no try', ['12', 'Set', 'u16', '1', 'r', ''], true],
  ])('a point %s', (_, row, write_verified) => {
    const titles = ['address', 'name', 'type', 'scale', 'access', 'write verified']
    expect(validate([titles, row]).set).toMatchObject([{ write_verified }])
  })

  it.each([
    ['stays when only its name is new', ['12', 'Setting', 'u16', '1', 'rw'], true],
    ['is void when it is written as another number', ['12', 'Set', 'u16', '0.1', 'rw'], false],
    ['is void when it is read as another type', ['12', 'Set', 's16', '1', 'rw'], false],
  ])('that a point was tried %s', (_, row, write_verified) => {
    const titles = ['address', 'name', 'type', 'scale', 'access']
    const tried = validate([titles, ['12', 'Set', 'u16', '1', 'rw']]).set.map((point) => ({
      ...point,
      write_verified: true,
    }))
    expect(validate([titles, row], tried).set).toMatchObject([{ write_verified }])
  })

  it('in mode replace removes what it does not have', () => {
    const rows = [
      ['address', 'name'],
      ['12', 'Flow'],
    ]
    const old = validate([
      ['address', 'name'],
      ['12', 'Flow'],
      ['13', 'Return'],
    ]).set
    expect(validate(rows, old, { mode: 'replace' }).removed).toEqual(['return'])
  })
})

describe('a workbook', () => {
  it('of merged cells shows their value in each line, and formulas by their result', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Points',
          rows: [
            ['Modbus list', null],
            ['address', 'name', 'bit'],
            [7, 'Fault 1', 0],
            [null, 'Fault 2', 1],
          ],
          merges: [{ startRow: 2, startCol: 0, endRow: 3, endCol: 0 }],
        },
      ],
    })
    const rows = await lines(bytes)
    expect(validate(rows).set.map(({ address, bit, data_type }) => `${address}.${bit} ${data_type}`)).toEqual([
      '7.0 bit',
      '7.1 bit',
    ])
  })
})
