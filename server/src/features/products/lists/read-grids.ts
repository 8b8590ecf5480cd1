import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { loadSheet, type SheetBytes } from '../../../platform/uploaded-sheets.ts'
import { assertWithinLimits, type CellMark, csvRows, readSheets, readText } from '../../../sheets/read-sheet.ts'
import { isZip, tooLarge } from '../../../sheets/zip-directory.ts'
import { isMarkdown, markdownGrids } from './markdown-grids.ts'

/** Cells in rows: a sheet of a workbook, a separated text, or one table of a Markdown document. */
export type Grid = {
  name: string
  /** Headings above it, outermost first. */
  headings: readonly string[]
  rows: string[][]
  /** Line of the file (Markdown) or of the sheet that `rows[0]` stands in, 1-based. */
  first_line: number
  marks: ReadonlyMap<number, readonly CellMark[]>
  /** Rows struck out in the document, by index. */
  struck: ReadonlySet<number>
}

/** The grids of a file, and its text outside of them. */
export type Grids = { kind: 'workbook' | 'text' | 'markdown'; grids: Grid[]; prose: string }

/** Reads a register list by its first bytes: XLSX is a ZIP, text is Markdown where it has tables, else separated. */
export const readGrids = async (sheet: SheetBytes, rows_max: number = LIMITS.import_lines_max): Promise<Grids> => {
  const bytes = await loadSheet(sheet)
  const read = isZip(bytes) ? await workbookGrids(bytes, rows_max) : textGrids(readText(bytes), rows_max)
  let total = 0
  for (const { rows } of read.grids) {
    while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
    assertWithinLimits(rows, rows_max)
    total += rows.length
  }
  if (total === 0) throw new Refusal('sheet_unreadable')
  if (total > rows_max || read.grids.length > LIMITS.import_tables_max) throw tooLarge()
  return read
}

const workbookGrids = async (bytes: Uint8Array, rows_max: number): Promise<Grids> => ({
  kind: 'workbook',
  grids: (await readSheets(bytes, rows_max)).map(({ name, rows, marks }) => ({
    name,
    headings: [name],
    rows,
    first_line: 1,
    marks,
    struck: new Set(),
  })),
  prose: '',
})

const textGrids = (text: string, rows_max: number): Grids => {
  if (isMarkdown(text)) return { kind: 'markdown', ...markdownGrids(text) }
  const comments: string[] = []
  const rows = csvRows(text, rows_max, delimiterOf(text))
  for (const [at, row] of rows.entries()) {
    const [first = ''] = row
    if (!/^(?:\/\/|#\s|#[^#\d]*:|;|REM\b|--\s)/.test(first) || (row.length > 3 && first.length < 30)) continue
    comments.push(row.join(' '))
    rows[at] = []
  }
  const grid = { name: '', headings: [], rows, first_line: 1, marks: new Map(), struck: new Set<number>() }
  return { kind: 'text', grids: [grid], prose: comments.join('\n') }
}

/** The separator that most lines have equally often; undefined = left to the reader. */
const delimiterOf = (text: string): string | undefined => {
  const lines = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 60)
    .map((line) => line.replaceAll(/"[^"]*"/g, '""'))
  let best: string | undefined
  let most = 0
  for (const delimiter of ['\t', ';', ',', '|']) {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const usual = counts.toSorted((a, b) => b - a)[Math.floor(counts.length / 2)] ?? 0
    const alike = counts.filter((count) => count === usual).length
    const score = usual === 0 ? 0 : alike * Math.min(usual, 4)
    if (score > most) [best, most] = [delimiter, score]
  }
  return best
}
