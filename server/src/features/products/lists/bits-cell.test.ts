import { describe, expect, it } from 'vitest'
import { validateSheet } from '../import-validation.ts'
import { bitsOfCell } from './bits-cell.ts'
import { lookAtList } from './look-at-list.ts'
import { readGrids } from './read-grids.ts'

describe('bits that a cell lists', () => {
  it.each<[string, [number, string][]]>([
    ['bit0: pump, bit1: fan', [[0, 'pump'], [1, 'fan']]], // biome-ignore format: one cell a line
    ['b0=pump b1=fan', [[0, 'pump'], [1, 'fan']]], // biome-ignore format: one cell a line
    ['Bit 0 – compressor; Bit 2 – 4-way valve', [[0, 'compressor'], [2, '4-way valve']]], // biome-ignore format: one cell a line
    ['Bit0 水泵\nBit1 风机\nBit15 故障', [[0, '水泵'], [1, '风机'], [15, '故障']]], // biome-ignore format: one cell a line
    ['位0：水泵、位1：风机', [[0, '水泵'], [1, '风机']]], // biome-ignore format: one cell a line
    ['bit0: reserved, bit1: -, bit2: heater', [[2, 'heater']]],
    ['0: off, 1: on', []],
    ['bit0: pump', []],
    ['bit0: pump, bit0: fan', []],
    ['bit0: pump, bit16: fan', []],
    ['8 bit value', []],
    ['b2b heat pump', []],
  ])('%j', (text, expected) => {
    expect(bitsOfCell(text).map(({ bit, name }) => [bit, name])).toEqual(expected)
  })

  it('become points of the word, which stays', async () => {
    const bytes = Buffer.from(
      [
        'Address;Name;Type;Function;Access;Remark',
        '7;Status word;uint16;holding register;R;"bit0: pump, bit1: fan, bit2: reserved, bit7: Water flow fault"',
        '8;Flow temperature;int16;holding register;R;"in 0.1 °C"',
        '9;Mode;uint16;holding register;R/W;"0: off, 1: on"',
      ].join('\n'),
    )
    const reading = { tables: null, titles: {}, answers: { base: '0' }, constants: {} }
    const look = lookAtList(await readGrids(bytes), reading)
    const options = { mapping: look.mapping, fixes: [], left_out: [], mode: 'merge' as const, reading }
    const { set, rows } = validateSheet(await readGrids(bytes), options, [])
    expect(rows.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(set.map(({ names, address, data_type, bit }) => [address, data_type, bit, names.en])).toEqual([
      [7, 'u16', null, 'Status word'],
      [7, 'bit', 0, 'pump'],
      [7, 'bit', 1, 'fan'],
      [7, 'bit', 7, 'Water flow fault'],
      [8, 's16', null, 'Flow temperature'],
      [9, 'u16', null, 'Mode'],
    ])
    expect(set[0]?.choices).toEqual([])
    expect(rows.map(({ place }) => place).slice(0, 3)).toEqual(['2', '2 (bit 0)', '2 (bit 1)'])
    // One bit is left out by hand, the others stay.
    const fan = rows[2]?.row ?? 0
    const fewer = validateSheet(await readGrids(bytes), { ...options, left_out: [fan] }, [])
    expect(fewer.set.map(({ names }) => names.en)).not.toContain('fan')
    expect(fewer.set).toHaveLength(set.length - 1)
  })
})
