import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { sheetLines } from './sheet-lines.ts'

const lines = async (bytes: Uint8Array) => (await readSheet(bytes, null)).rows
const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('a file of Chinese letters', () => {
  const text = '地址,名称\r\n1,出水温度\r\n'
  const bigEndian = Buffer.from(text, 'utf16le').swap16()

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian])],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other order without a mark', bigEndian],
    ['GB 18030', bytesOf('b5d8d6b7 2c c3fbb3c6 0d0a 31 2c b3f6cbaecec2b6c8 0d0a')],
  ])('in %s is read', async (_, bytes) => {
    expect(await lines(bytes)).toEqual([
      ['地址', '名称'],
      ['1', '出水温度'],
    ])
  })
})

describe('a file of Polish letters', () => {
  const read = [
    ['adres', 'nazwa'],
    ['1', 'Ciśnienie, błąd źródła'],
  ]

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('adres;nazwa\n1;Ciśnienie, błąd źródła')],
    [
      'Windows-1250',
      Buffer.concat([
        Buffer.from('adres;nazwa\n1;Ci'),
        bytesOf('9c'),
        Buffer.from('nienie, b'),
        bytesOf('b3 b9'),
        Buffer.from('d '),
        bytesOf('9f'),
        Buffer.from('r'),
        bytesOf('f3'),
        Buffer.from('d'),
        bytesOf('b3'),
        Buffer.from('a'),
      ]),
    ],
    [
      'Latin-2',
      Buffer.concat([
        Buffer.from('adres;nazwa\n1;Ci'),
        bytesOf('b6'),
        Buffer.from('nienie, b'),
        bytesOf('b3 b1'),
        Buffer.from('d '),
        bytesOf('bc'),
        Buffer.from('r'),
        bytesOf('f3'),
        Buffer.from('d'),
        bytesOf('b3'),
        Buffer.from('a'),
      ]),
    ],
  ])('in %s is read', async (_, bytes) => {
    expect(await lines(bytes)).toEqual(read)
  })
})

describe('a workbook', () => {
  const mapping = { header_row: 1, columns: { address: 0, name: 1, bit: 2 } }
  const reported = async (sheet: Parameters<typeof writeXlsx>[0]['sheets'][number]) => {
    const text = await readSheet(await writeXlsx({ sheets: [sheet] }), null)
    return [...sheetLines(text, { mapping, fixes: [], left_out: [] })].map(({ cells, problems }) => ({
      cells: Object.values(cells).join('|'),
      problems: problems.map(({ problem, field }) => `${problem} ${field}`),
    }))
  }

  it('shows the value of merged cells in each row, and marks these cells', async () => {
    const rows = [
      ['address', 'name', 'bit'],
      [7, 'Fault 1', 0],
      [null, 'Fault 2', 1],
      [null, 'Fault 3', 2],
    ]
    expect(await reported({ name: 'A', rows, merges: [{ startRow: 1, startCol: 0, endRow: 3, endCol: 0 }] })).toEqual([
      { cells: '7|Fault 1|0', problems: [] },
      { cells: '7|Fault 2|1', problems: ['merged_cell address'] },
      { cells: '7|Fault 3|2', problems: ['merged_cell address'] },
    ])
  })

  it('merged beyond its last cell is filled there too', async () => {
    const rows = [['address', 'name', 'bit'], [7], [8, 'Flow']]
    expect(await reported({ name: 'A', rows, merges: [{ startRow: 1, startCol: 0, endRow: 1, endCol: 2 }] })).toEqual([
      { cells: '7|7|7', problems: ['merged_cell name', 'merged_cell bit'] },
      { cells: '8|Flow|', problems: [] },
    ])
  })

  it('shows formulas by their result, and reports those without one', async () => {
    const rows = [
      ['address', 'name', 'bit'],
      [1, 'Flow', 0],
      [null, 'Return', 1],
    ]
    const cells = new Map([
      ['1,0', { value: 2, formula: '1+1', formulaResult: 2 }],
      ['2,0', { value: null, formula: 'A2+1' }],
    ])
    expect(await reported({ name: 'A', rows, cells })).toEqual([
      { cells: '2|Flow|0', problems: [] },
      { cells: '|Return|1', problems: ['formula_empty address'] },
    ])
  })
})

describe('a file', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
    ['a broken workbook', Buffer.from('PK\u0003\u0004 no zip')],
  ])('that is %s is refused', async (_, bytes) => {
    await expect(readSheet(bytes, null)).rejects.toMatchObject({ code: 'sheet_unreadable' })
  })
})
