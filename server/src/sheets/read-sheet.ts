import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { LineProblem } from '@heatfleet/contract/sheets.ts'
import { parseCsv } from 'hucre/csv'
import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx'
import { loadSheet, type SheetBytes } from '../platform/uploaded-sheets.ts'
import { decodeText } from './decode-text.ts'
import { assertUnpacksAsDeclared, isZip, tooLarge } from './zip-directory.ts'

/** A cell whose text was not typed into it: of a merged range, or an uncomputed formula. */
export type CellMark = { column: number; problem: Extract<LineProblem, 'merged_cell' | 'formula_empty'> }

/** A sheet as text: every cell trimmed, merged cells filled, rows end at their last cell with content. */
export type SheetText = {
  sheets: string[]
  sheet: string
  rows: string[][]
  /** By 0-based line. */
  marks: ReadonlyMap<number, readonly CellMark[]>
}

/** Reads a spreadsheet by its first bytes: XLSX is a ZIP, everything else is read as CSV. Refuses other files. */
export const readSheet = async (
  file: SheetBytes,
  sheet: string | null,
  rows_max: number = LIMITS.import_rows_max,
): Promise<SheetText> => {
  const bytes = await loadSheet(file)
  const read = isZip(bytes) ? await readWorkbook(bytes, sheet, rows_max) : readCsv(bytes, rows_max)
  const { rows } = read
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
  if (rows.length === 0) throw new Refusal('sheet_unreadable')
  assertWithinLimits(rows, rows_max)
  return read
}

/** Refuses more rows or columns than an import takes. */
export const assertWithinLimits = (rows: readonly (readonly string[])[], rows_max: number): void => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (rows.length > rows_max || columns > LIMITS.import_columns_max) throw tooLarge()
}

const readWorkbook = async (bytes: Uint8Array, wanted: string | null, rows_max: number): Promise<SheetText> => {
  const sheets: string[] = []
  const [found] = await openWorkbook(bytes, rows_max, (name, index) => {
    sheets.push(name)
    return wanted === null ? index === 0 : name === wanted
  })
  if (found === undefined) throw new Refusal('sheet_unreadable', { field: 'sheet' })
  return { sheets, sheet: found.name, ...sheetText(found) }
}

/** Every sheet of a workbook. */
export const readSheets = async (bytes: Uint8Array, rows_max: number) => {
  const found = await openWorkbook(bytes, rows_max, () => true)
  return found.map((sheet) => ({ name: sheet.name, ...sheetText(sheet) }))
}

const openWorkbook = async (
  bytes: Uint8Array,
  rows_max: number,
  isWanted: (name: string, index: number) => boolean,
): Promise<Sheet[]> => {
  assertUnpacksAsDeclared(bytes)
  const workbook = await readXlsx(bytes, {
    maxRows: rows_max + 1,
    sheets: ({ name }, index) => isWanted(name, index),
  }).catch(() => {
    throw new Refusal('sheet_unreadable')
  })
  return workbook.sheets
}

const sheetText = (found: Sheet): Pick<SheetText, 'rows' | 'marks'> => {
  const marks = new Map<number, CellMark[]>()
  const mark: Mark = (row, column, problem) => {
    const existing = marks.get(row)
    if (existing === undefined) marks.set(row, [{ column, problem }])
    else existing.push({ column, problem })
  }
  fillMerged(found, mark)
  for (const [place, { formula, value }] of found.cells ?? []) {
    const [row, column] = place.split(',').map(Number)
    if (formula !== undefined && isEmpty(value) && row !== undefined && column !== undefined)
      mark(row, column, 'formula_empty')
  }
  return { rows: found.rows.map(toLine), marks }
}

type Mark = (row: number, column: number, problem: CellMark['problem']) => void

/** Copies the text of a merged range to all its cells. */
const fillMerged = ({ rows, merges = [] }: Sheet, mark: Mark): void => {
  let filled = 0
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const shown = rows[startRow]?.[startCol] ?? null
    // A range across the sheet is a headline, not a cell of a list.
    if (isEmpty(shown) || endCol - startCol >= LIMITS.import_columns_max) continue
    for (let at = startRow; at <= Math.min(endRow, rows.length - 1); at++) {
      const row = rows[at]
      if (row === undefined) continue
      filled += endCol - startCol + 1
      if (filled > LIMITS.sheet_merged_cells_max) throw tooLarge()
      while (row.length <= endCol) row.push(null)
      for (let column = startCol; column <= endCol; column++) {
        if (at === startRow && column === startCol) continue
        row[column] = shown
        mark(at, column, 'merged_cell')
      }
    }
  }
}

const isEmpty = (value: CellValue | undefined): boolean => value === null || value === undefined || value === ''

const readCsv = (bytes: Uint8Array, rows_max: number): SheetText => {
  const rows = csvRows(readText(bytes), rows_max)
  return { sheets: ['CSV'], sheet: 'CSV', rows, marks: new Map() }
}

/** A file as text. Refuses one of another kind, which is full of control characters. */
export const readText = (bytes: Uint8Array): string => {
  const text = decodeText(bytes)
  if (/[^\P{Cc}\t\n\r\f]/u.test(text.slice(0, 4_096))) throw new Refusal('sheet_unreadable')
  return text
}

/** Rows of separated text; without a delimiter it is found. */
export const csvRows = (text: string, rows_max: number, delimiter?: string): string[][] =>
  parseCsv(text, { maxRows: rows_max + 1, ...(delimiter === undefined ? {} : { delimiter }) }).map(toLine)

/** A row without empty cells at its end. */
const toLine = (row: readonly (CellValue | undefined)[]): string[] => {
  let { length } = row
  while (length > 0 && isEmpty(row[length - 1])) length--
  const cells = Array.from({ length }, (_, column) => textOf(row[column]))
  while (cells.length > 0 && cells.at(-1) === '') cells.pop()
  return cells
}

/** A cell as text: trimmed, in compatible form (NFKC). */
export const textOf = (cell: CellValue | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return cell instanceof Date ? cell.toISOString() : String(cell)
  // Fast path: plain ASCII is unchanged by the following steps.
  if (/^[\w.]*$/.test(cell)) return cell
  // An apostrophe before a sign only prevents a spreadsheet from evaluating the text as a formula.
  return cell
    .normalize('NFKC')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}
