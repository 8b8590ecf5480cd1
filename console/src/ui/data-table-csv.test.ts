import { describe, expect, test } from 'vitest'
import { csvFileName, toCsv } from './data-table-csv.ts'

type Row = { name: string; flow_c: number | null }
const columns = [
  { title: 'Device name', plain: (row: Row) => row.name },
  { title: 'Actions' },
  { title: 'Flow', unit: '°C', plain: (row: Row) => row.flow_c },
]
const lineOf = (name: string, flow_c: number | null = 1) =>
  toCsv(columns, [{ name, flow_c }]).split('\r\n').slice(1, -1).join('\r\n')

describe('CSV of a table', () => {
  test('has a byte-order mark, a header of the shown data columns and one line a row', () => {
    expect(toCsv(columns, [{ name: 'Villa Linden 4', flow_c: 38.6 }])).toBe(
      '\uFEFF"Device name","Flow [°C]"\r\n"Villa Linden 4",38.6\r\n',
    )
  })

  test.each([
    ['quotes', 'Hof "Sonnenberg"', '"Hof ""Sonnenberg""",1'],
    ['commas and line breaks', 'a,b\r\nc', '"a,b\r\nc",1'],
    ['Chinese and Polish', '余杭 · Szkoła', '"余杭 · Szkoła",1'],
  ])('keeps %s', (_, name, line) => {
    expect(lineOf(name)).toBe(line)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '|cmd', '\u200B=1', '%0A'])(
    'defuses the formula %j in a text',
    (name) => {
      expect(lineOf(name)).toBe(`"'${name}",1`)
    },
  )

  test.each([
    ['a negative number stays a number', -7.5, '-7.5'],
    ['zero is a value', 0, '0'],
    ['what is not known is empty', null, ''],
    ['no number is empty', Number.NaN, ''],
  ])('%s', (_, value, text) => {
    expect(lineOf('a', value)).toBe(`"a",${text}`)
  })

  test('is named after the day', () => {
    expect(csvFileName('devices', new Date(2026, 0, 5))).toBe('devices-2026-01-05.csv')
  })
})
