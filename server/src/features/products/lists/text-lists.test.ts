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

describe('a column without a field', () => {
  const list = lines('Address;Name;Type;Table;Since', '0;Flow;s16;holding;V2.1', '1;Return;s16;holding;-')

  it('is kept in the note where a person says so, with its title', async () => {
    const answers = { base: '0' }
    expect((await read(list, { answers })).set.map(({ note }) => note)).toEqual(['', ''])
    expect((await read(list, { answers, noted: [4] })).set.map(({ note }) => note)).toEqual(['Since: V2.1', ''])
  })
})
