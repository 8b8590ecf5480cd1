import type { ExportAsk, ExportFormat } from '@heatfleet/contract/exports.ts'
import { writeXlsxStream, type XlsxStreamRow } from 'hucre/xlsx'
import { createZoneText, csvCell, printable } from './cell-text.ts'
import type { Cell } from './source.ts'

type Row = Readonly<Partial<Record<string, Cell>>>
type Written = string | number | null

/** What a browser is told about a file of each format. */
export const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** The bytes of an export: a header in the person's language, then a line for each row as it comes. */
export const writeRows = (ask: ExportAsk, rows: AsyncIterable<readonly Row[]>): AsyncIterable<Uint8Array> => {
  const lines = linesOf(ask, rows)
  return ask.format === 'csv' ? csvChunks(ask, lines) : xlsxChunks(ask, lines)
}

const headersOf = (ask: ExportAsk): string[] => ask.columns.map(({ title }) => printable(title))

/** Cells in the order of the columns: coded values in words, moments in the person's zone. */
async function* linesOf(ask: ExportAsk, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Written[][]> {
  const zoneText = createZoneText(ask.time_zone)
  const columns = ask.columns.map(({ key, words = {} }) => ({ key, words: new Map(Object.entries(words)) }))
  const written = (cell: Cell, words: ReadonlyMap<string, string>): Written => {
    if (cell === null) return cell
    if (cell instanceof Date) return zoneText(cell)
    if (isCodes(cell)) return cell.length === 0 ? null : cell.map((code) => words.get(code) ?? code).join(', ')
    if (words.size === 0) return typeof cell === 'number' ? cell : String(cell)
    // The states of a unit are numbers with words.
    return words.get(String(cell)) ?? (typeof cell === 'number' ? cell : String(cell))
  }
  for await (const rows of pages)
    yield rows.map((row) => columns.map(({ key, words }) => written(row[key] ?? null, words)))
}

/** `Array.isArray` knows no readonly arrays. */
const isCodes = (cell: Cell): cell is readonly string[] => Array.isArray(cell)

async function* csvChunks(ask: ExportAsk, pages: AsyncIterable<Written[][]>): AsyncGenerator<Buffer> {
  const lineOf = (cells: readonly Written[]): string => {
    let line = csvCell(cells[0] ?? null)
    for (let at = 1; at < cells.length; at++) line += `,${csvCell(cells[at] ?? null)}`
    return `${line}\r\n`
  }
  // The byte-order mark makes spreadsheets read UTF-8.
  yield Buffer.from(`\uFEFF${lineOf(headersOf(ask))}`)
  for await (const lines of pages) yield Buffer.from(lines.map(lineOf).join(''))
}

/** Widths in characters that show most values without dragging. */
const COLUMN_WIDTH = 22
/** Not the file's name: spreadsheets forbid letters in the name of a sheet, and the word "history" altogether. */
const SHEET_NAME = 'Data'

const xlsxChunks = (ask: ExportAsk, pages: AsyncIterable<Written[][]>): AsyncIterable<Uint8Array> => {
  const stream = writeXlsxStream(xlsxRows(pages), {
    name: SHEET_NAME,
    columns: headersOf(ask).map((header) => ({ header, width: COLUMN_WIDTH })),
    freezePane: { rows: 1 },
  })
  return chunksOf(stream.getReader())
}

/** Text cells are text cells: nothing in them is ever a formula, and no long number loses a digit. */
async function* xlsxRows(pages: AsyncIterable<Written[][]>): AsyncGenerator<XlsxStreamRow> {
  for await (const lines of pages)
    for (const cells of lines) yield cells.map((cell) => (typeof cell === 'string' ? printable(cell) : cell))
}

type ChunkReader = { read: () => Promise<{ done: boolean; value?: Uint8Array }>; cancel: () => Promise<void> }

async function* chunksOf(reader: ChunkReader): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = await reader.read(); !chunk.done && chunk.value !== undefined; chunk = await reader.read())
      yield chunk.value
  } finally {
    await reader.cancel()
  }
}
