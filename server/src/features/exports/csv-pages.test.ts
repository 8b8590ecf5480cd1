import type { ColumnTexts } from '@heatfleet/contract/exports/kind-texts.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell } from './cell-text.ts'
import { csvPages } from './csv-pages.ts'
import { cellOf, type Page, type PageColumn } from './page.ts'
import { columnsOf, createWritten, type FileLayout } from './written.ts'

const layoutOf = (columns: readonly ColumnTexts[], time_zone = 'UTC'): FileLayout => ({
  format: 'csv',
  time_zone,
  columns,
})

async function* each(pages: readonly Page[]) {
  yield* pages
}

/** The file as it is written; the bytes of a piece are copied before the next one is requested. */
const fileOf = async (file: FileLayout, pages: readonly Page[]): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const bytes of csvPages(file, each(pages))) pieces.push(Buffer.from(bytes))
  return Buffer.concat(pieces).toString()
}

/** The same file the plain way: cell by cell, a text for each. */
const plainFileOf = (file: FileLayout, pages: readonly Page[]): string => {
  const written = createWritten(file.time_zone)
  const lines = pages.flatMap(({ rows, columns }) =>
    Array.from({ length: rows }, (_, row) =>
      columnsOf(file).map(({ key, words }) => csvCell(written(cellOf(columns[key], row), words))),
    ),
  )
  const header = file.columns.map(({ title }) => csvCell(title))
  const text = `\uFEFF${[header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`
  // A letter that is half of one is written as the sign for that.
  return Buffer.from(text).toString()
}

/** What a spreadsheet would run, break on, or mangle, and letters of one to four bytes. */
const NASTY = [
  '',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =cmd|calc',
  '＝1',
  '|x',
  '%x',
  '\uFEFF=1',
  '\u0000=1',
  'a "quoted" name',
  'two\r\nlines',
  'comma, semicolon; tab\t',
  '863412060123455',
  'Wärmepumpe 热泵 🔥',
  '\uD800',
]
const anyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 12 }))
/** Numbers as points have them, and all others. */
const anyNumber = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.integer(), fc.nat(6)).map(([raw, decimals]) => raw / 10 ** decimals) },
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e-7, 1e21, 999_999_999.999_999, 1e9, 2 ** 53, 0.1 + 0.2),
)
const FROM = Date.UTC(1969, 11, 31)
const anyMoment = fc.oneof(
  { weight: 4, arbitrary: fc.nat(400_000).map((minute) => Date.UTC(2026, 2, 1) + minute * 60_000) },
  fc.integer({ min: FROM, max: Date.UTC(2100, 0, 1) }),
)
const anyCell = fc.oneof(
  anyText,
  anyNumber,
  fc.boolean(),
  fc.constant(null),
  anyMoment.map((at_ms) => new Date(at_ms)),
  fc.array(anyText, { maxLength: 3 }),
)
const ROWS = 40
const columnOf = (kind: PageColumn['kind']): fc.Arbitrary<PageColumn> => {
  const rowsOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: ROWS, maxLength: ROWS })
  switch (kind) {
    case 'cells':
      return rowsOf(anyCell).map((cells) => ({ kind, cellOf: (row) => cells[row] ?? null }))
    case 'same':
      return anyCell.map((cell) => ({ kind, cell }))
    case 'numbers':
      return rowsOf(anyNumber).map((values) => ({ kind, values: Float64Array.from(values) }))
    case 'moments':
      return rowsOf(anyMoment).map((times) => ({ kind, at_ms: Float64Array.from(times) }))
    case 'coded':
      return fc.tuple(rowsOf(fc.nat(255)), rowsOf(anyCell)).map(([codes, cells]) => ({
        kind,
        codes: Uint8Array.from(codes),
        cellOf: (code) => cells[code % ROWS] ?? null,
      }))
  }
}
const KINDS = ['cells', 'same', 'numbers', 'moments', 'coded'] as const
const anyPage = fc
  .tuple(fc.nat(ROWS), fc.tuple(...KINDS.map(columnOf)))
  .map(([rows, columns]): Page => ({ rows, columns: Object.fromEntries(columns.map((each) => [each.kind, each])) }))
const anyWords = fc.dictionary(
  fc.oneof(fc.constantFrom('0', '1', '-1', '01', '28.1', '-0', 'NaN', '1e21'), anyText),
  anyText,
  {
    maxKeys: 4,
  },
)
const anyLayout = fc
  .tuple(
    fc.constantFrom(
      'UTC',
      'Asia/Shanghai',
      'Europe/Warsaw',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Monrovia',
    ),
    fc.shuffledSubarray([...KINDS, 'nobody has it'], { minLength: 1 }),
    fc.array(anyWords, { minLength: 6, maxLength: 6 }),
    anyText,
  )
  .map(([zone, keys, words, title]) =>
    layoutOf(
      keys.map((key, at) => ({ key, title, words: words[at] ?? {} })),
      zone,
    ),
  )

describe('a CSV file made of columns', () => {
  it('is letter by letter the one made cell by cell, whatever stands in it', () =>
    fc.assert(
      fc.asyncProperty(anyLayout, fc.array(anyPage, { maxLength: 4 }), async (file, pages) => {
        expect(await fileOf(file, pages)).toBe(plainFileOf(file, pages))
      }),
      { numRuns: propertyRuns(400) },
    ))

  it('is so with every count of decimals, over the whole range of a register', async () => {
    for (let decimals = 0; decimals <= 6; decimals++) {
      const values = Float64Array.from({ length: 65_536 * 2 }, (_, raw) => (raw - 65_536) / 10 ** decimals)
      const page: Page = { rows: values.length, columns: { p: { kind: 'numbers', values } } }
      const expected = `\uFEFF"p"\r\n${[...values].map((value) => `${String(value)}\r\n`).join('')}`
      expect(await fileOf(layoutOf([{ key: 'p', title: 'p' }]), [page])).toBe(expected)
    }
  })

  it('keeps a page whole that is larger than all before it', async () => {
    const title = 'x'.repeat(90)
    const sizes = [1, 5_000, 3, 20_000]
    const pages = sizes.map((rows): Page => ({ rows, columns: { mac: { kind: 'same', cell: title } } }))
    const lines = (await fileOf(layoutOf([{ key: 'mac', title }]), pages)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 25_004)
    expect(new Set(lines.slice(1))).toEqual(new Set([`"${title}"`]))
  })
})
