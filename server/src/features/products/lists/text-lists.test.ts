import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ListReading } from '@heatfleet/contract/products/import.ts'
import { describe, expect, it } from 'vitest'
import { validateSheet } from '../import-validation.ts'
import { lookAtList } from './look-at-list.ts'
import { readGrids } from './read-grids.ts'

const read = async (file: string, part: Partial<ListReading>) => {
  const reading = { tables: null, titles: {}, answers: {}, constants: {}, ...part }
  const grids = await readGrids(Buffer.from(file))
  const { mapping } = lookAtList(grids, reading)
  return validateSheet(grids, { mapping, fixes: [], left_out: [], mode: 'merge', reading }, [])
}
const lines = (...rows: string[]): string => rows.join('\n')

describe('texts of a list', () => {
  const list = lines(
    'Address;Name;Type;Length;Table;Access',
    '0;Serial number;ASCII;10;holding;R',
    '10-17;Model;string;;holding;R/W',
    '20;Firmware;char[6];;input;R',
    '30;Note;string;;holding;R',
    '40;Temperature;s16;;holding;R',
  )

  it('take the registers that the list gives them, and are only read', async () => {
    const { rows, set } = await read(list, { answers: { base: '0' } })
    expect(
      set.map(({ address, reg_len, data_type, rw, in_history }) => [address, reg_len, data_type, rw, in_history]),
    ).toEqual([
      [0, 10, 'text', 'r', false],
      [10, 8, 'text', 'r', false],
      [20, 3, 'text', 'r', false],
      [40, 1, 's16', 'r', true],
    ])
    expect(rows[3]?.problems).toMatchObject([{ problem: 'text_length_missing', field: 'reg_len', fix: '8' }])
  })

  it('low byte first where the list says so', async () => {
    const { set } = await read(
      lines(
        'Address;Name;Type;Registers;Table;Byte order',
        '0;Serial;ASCII;4;holding;BADC',
        '4;Model;text_wide;4;holding;',
      ),
      { answers: { base: '0' } },
    )
    expect(set.map(({ data_type, reg_len }) => [data_type, reg_len])).toEqual([
      ['text_swapped', 4],
      ['text_wide', 4],
    ])
  })
})

describe('a factor in the remarks', () => {
  it.each([
    ['x0.1', 'raw*0.1'],
    ['20~60; ×0.01', 'raw*0.01'],
    ['/10', 'raw*0.1'],
    ['Resolution: 0.5', 'raw*0.5'],
    ['精度：0.1', 'raw*0.1'],
    ['read only, x0.1', 'raw*0.1'],
    ['*1', 'raw'],
    ['see x0.1 table', 'raw'],
    ['0: OFF 1: ON', 'raw'],
  ])('%s is read as %s', async (remark, formula) => {
    const list = lines('Address;Name;Type;Table;Remarks', `0;Flow;s16;holding;"${remark}"`, '1;Return;s16;holding;')
    const { set } = await read(list, { answers: { base: '0' } })
    expect(set.map(({ formulas }) => formulas.read)).toEqual([formula, 'raw'])
  })

  it('is asked for where it may be either', async () => {
    const list = lines('Address;Name;Type;Table;Remarks', '0;Flow;s16;holding;x10', '1;Return;s16;holding;')
    const { questions } = await read(list, { answers: { base: '0' } })
    expect(questions.map(({ id }) => id)).toEqual(['base', 'scale:note'])
  })
})

describe('a column without a field', () => {
  const list = lines('Address;Name;Type;Table;Since', '0;Flow;s16;holding;V2.1', '1;Return;s16;holding;-')

  it('is kept in the note where a person says so, with its title', async () => {
    const answers = { base: '0' }
    expect((await read(list, { answers })).set.map(({ note }) => note)).toEqual(['', ''])
    expect((await read(list, { answers, noted: [4] })).set.map(({ note }) => note)).toEqual(['Since: V2.1', ''])
  })
})

describe('a list whose titles are no known words', () => {
  const list = lines(
    'Wykaz rejestrow sterownika;;;',
    'Wersja 2.1;;;',
    'Pozycja;Opis punktu;Rodzaj;Zakres roboczy',
    '101;Zasilanie;s16;R',
    '1A2;Powrot;s16;R',
  )
  const look = async (titles: Record<string, number>) =>
    lookAtList(await readGrids(Buffer.from(list)), { tables: null, titles, answers: {}, constants: {} })

  it('shows its first lines, of which a person chooses the titles', async () => {
    const { tables, mapping } = await look({})
    expect(mapping.header_row).toBe(0)
    expect(tables[0]).toMatchObject({ header_row: 0, chosen: true, titles_unknown: true })
    expect(tables[0]?.preview.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
    expect(tables[0]?.preview[2]?.cells).toEqual(['Pozycja', 'Opis punktu', 'Rodzaj', 'Zakres roboczy'])
  })

  it('goes on with the chosen line: its titles, columns known by their cells, rows below it', async () => {
    const { tables, mapping, columns, rows } = await look({ '1': 3 })
    expect(tables[0]).toMatchObject({ header_row: 3, chosen: true, titles_unknown: true })
    expect(columns.map(({ title }) => title)).toEqual(['Pozycja', 'Opis punktu', 'Rodzaj', 'Zakres roboczy'])
    expect(mapping).toMatchObject({ header_row: 3, columns: { type: 2 } })
    // No title says which column is the address: it is not guessed.
    expect(mapping.columns.address).toBeUndefined()
    expect(rows).toBe(2)
  })

  it('reads a column of addresses chosen by hand as its cells are written', async () => {
    const reading = { tables: null, titles: { '1': 3 }, answers: { base: '0', fn: '3' }, constants: {} }
    const mapping = { header_row: 3, columns: { address: 0, name: 1, type: 2, access: 3 } }
    const grids = await readGrids(Buffer.from(list))
    const { set } = validateSheet(grids, { mapping, fixes: [], left_out: [], mode: 'merge', reading }, [])
    expect(set.map(({ address, names, data_type }) => [address, names.en, data_type])).toEqual([
      [0x101, 'Zasilanie', 's16'],
      [0x1a2, 'Powrot', 's16'],
    ])
  })

  it('follows the line of the mapping where another one was chosen since', async () => {
    const reading = { tables: null, titles: { '1': 2 }, answers: { base: '0', fn: '3' }, constants: {} }
    const mapping = { header_row: 3, columns: { address: 0, name: 1, type: 2, access: 3 } }
    const grids = await readGrids(Buffer.from(list))
    const { rows } = validateSheet(grids, { mapping, fixes: [], left_out: [], mode: 'merge', reading }, [])
    expect(rows.map(({ row }) => row)).toEqual([4, 5])
  })
})

it('a table of several keeps being taken once a person chose its titles', async () => {
  const text = lines(
    '## Registers',
    '',
    '| Address | Name | Type | Unit | Access |',
    '|---|---|---|---|---|',
    '| 0 | Flow | s16 | °C | R |',
    '| 1 | Return | s16 | °C | R |',
    '',
    '## Rejestry',
    '',
    '| Dokument | 2 | | |',
    '|---|---|---|---|',
    '| Pozycja | Opis | Rodzaj | Jm |',
    '| 101 | Zasilanie | s16 | °C |',
  )
  const grids = await readGrids(Buffer.from(text))
  const part = { tables: null, answers: {}, constants: {} }
  expect(lookAtList(grids, { ...part, titles: {} }).tables.map(({ chosen }) => chosen)).toEqual([true, false])
  const { tables } = lookAtList(grids, { ...part, titles: { '2': 12 } })
  expect(tables.map(({ chosen, header_row }) => [chosen, header_row])).toEqual([
    [true, 3],
    [true, 12],
  ])
})

describe('the longest list', () => {
  const list = (rows: number) =>
    Buffer.from(lines('Address;Name;Type', ...Array.from({ length: rows }, (_, at) => `${at};Point ${at};u16`)))

  it('has as many rows as may be, and titles above them', async () => {
    const { grids } = await readGrids(list(LIMITS.import_rows_max))
    expect(grids[0]?.rows).toHaveLength(LIMITS.import_rows_max + 1)
  })

  it('is refused beyond its lines', async () => {
    await expect(readGrids(list(LIMITS.import_lines_max))).rejects.toThrow('too large')
  })
})
