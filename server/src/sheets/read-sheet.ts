import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { LineProblem } from '@heatfleet/contract/sheets.ts'
import { parseCsv } from 'hucre/csv'
import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx'
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
  bytes: Uint8Array,
  sheet: string | null,
  rows_max: number = LIMITS.import_rows_max,
): Promise<SheetText> => {
  const read = isZip(bytes) ? await readWorkbook(bytes, sheet, rows_max) : readCsv(bytes, rows_max)
  const { rows } = read
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (rows.length === 0) throw new Refusal('sheet_unreadable')
  if (rows.length > rows_max || columns > LIMITS.import_columns_max) throw tooLarge()
  return read
}

const readWorkbook = async (bytes: Uint8Array, wanted: string | null, rows_max: number): Promise<SheetText> => {
  assertUnpacksAsDeclared(bytes)
  const sheets: string[] = []
  const workbook = await readXlsx(bytes, {
    maxRows: rows_max + 1,
    sheets: ({ name }, index) => {
      sheets.push(name)
      return wanted === null ? index === 0 : name === wanted
    },
  }).catch(() => {
    throw new Refusal('sheet_unreadable')
  })
  const [found] = workbook.sheets
  if (found === undefined) throw new Refusal('sheet_unreadable', { field: 'sheet' })
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
  return { sheets, sheet: found.name, rows: found.rows.map(toLine), marks }
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
  const text = decodeText(bytes)
  // A file of another kind is full of control characters.
  if (/[^\P{Cc}\t\n\r\f]/u.test(text.slice(0, 4_096))) throw new Refusal('sheet_unreadable')
  const rows = parseCsv(text, { maxRows: rows_max + 1 })
  return { sheets: ['CSV'], sheet: 'CSV', rows: rows.map(toLine), marks: new Map() }
}

/** A row without empty cells at its end. */
const toLine = (row: readonly (CellValue | undefined)[]): string[] => {
  let { length } = row
  while (length > 0 && isEmpty(row[length - 1])) length--
  const cells = Array.from({ length }, (_, column) => textOf(row[column]))
  while (cells.length > 0 && cells.at(-1) === '') cells.pop()
  return cells
}

const textOf = (cell: CellValue | undefined): string => {
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
