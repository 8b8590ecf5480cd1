import { writeXlsxStream, type XlsxStreamRow } from 'hucre/xlsx'
import { printable } from './cell-text.ts'
import { cellOf, type Page } from './page.ts'
import { columnsOf, createWritten, type FileLayout } from './written.ts'

/** Widths in characters that show most values without dragging. */
const COLUMN_WIDTH = 22
/** Not the file's name: spreadsheets forbid letters in the name of a sheet, and the word "history" altogether. */
const SHEET_NAME = 'Data'

/** The bytes of a workbook with one sheet: a frozen header row, then a line for each row. */
export const xlsxPages = (file: FileLayout, pages: AsyncIterable<Page>): AsyncIterable<Uint8Array> => {
  const stream = writeXlsxStream(xlsxRows(file, pages), {
    name: SHEET_NAME,
    columns: file.columns.map(({ title }) => ({ header: printable(title), width: COLUMN_WIDTH })),
    freezePane: { rows: 1 },
  })
  return chunksOf(stream.getReader())
}

/** Text cells are text cells: nothing in them is ever a formula, and no long number loses a digit. */
async function* xlsxRows(file: FileLayout, pages: AsyncIterable<Page>): AsyncGenerator<XlsxStreamRow> {
  const written = createWritten(file.time_zone)
  const columns = columnsOf(file)
  for await (const page of pages)
    for (let row = 0; row < page.rows; row++)
      yield columns.map(({ key, words }) => {
        const cell = written(cellOf(page.columns[key], row), words)
        return typeof cell === 'string' ? printable(cell) : cell
      })
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
