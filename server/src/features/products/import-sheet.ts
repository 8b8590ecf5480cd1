import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { parseCsv } from 'hucre/csv'
import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx'

/** A sheet as text: every cell trimmed, merged cells filled, no line longer than its last cell with content. */
export type SheetText = { sheets: string[]; sheet: string; rows: string[][] }

/** Reads a spreadsheet by its first bytes: XLSX is a ZIP, everything else is taken for CSV. Refuses what is neither. */
export const readSheet = async (bytes: Uint8Array, sheet: string | null): Promise<SheetText> => {
  const read = bytes[0] === 0x50 && bytes[1] === 0x4b ? await readWorkbook(bytes, sheet) : readCsv(bytes)
  const rows = read.rows.map(trimmed)
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (rows.length === 0) throw new Refusal('sheet_unreadable')
  if (rows.length > LIMITS.import_rows_max || columns > LIMITS.import_columns_max)
    throw new Refusal('sheet_too_large', {
      details: { rows: LIMITS.import_rows_max, columns: LIMITS.import_columns_max },
    })
  return { ...read, rows }
}

const readWorkbook = async (bytes: Uint8Array, wanted: string | null): Promise<SheetText> => {
  const sheets: string[] = []
  const workbook = await readXlsx(bytes, {
    maxRows: LIMITS.import_rows_max + 1,
    sheets: ({ name }, index) => {
      sheets.push(name)
      return wanted === null ? index === 0 : name === wanted
    },
  }).catch(() => {
    throw new Refusal('sheet_unreadable')
  })
  const [found] = workbook.sheets
  if (found === undefined) throw new Refusal('sheet_unreadable', { field: 'sheet' })
  return { sheets, sheet: found.name, rows: filled(found).map((row) => row.map(textOf)) }
}

/** Cells with what their merged range shows. */
const filled = ({ rows, merges = [] }: Sheet): CellValue[][] => {
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const shown = rows[startRow]?.[startCol] ?? null
    for (let at = startRow; at <= Math.min(endRow, rows.length - 1); at++) {
      const row = rows[at]
      // A range across the sheet is a headline, not a cell of a list.
      if (row === undefined || endCol - startCol >= LIMITS.import_columns_max) continue
      for (let column = startCol; column <= endCol; column++) row[column] = shown
    }
  }
  return rows
}

const textOf = (cell: CellValue | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

const readCsv = (bytes: Uint8Array): SheetText => {
  const text = decodeText(bytes)
  // A file of another kind is full of control characters.
  if (/[^\P{Cc}\t\n\r\f]/u.test(text.slice(0, 4_096))) throw new Refusal('sheet_unreadable')
  const rows = parseCsv(text, { maxRows: LIMITS.import_rows_max + 1 })
  return { sheets: ['CSV'], sheet: 'CSV', rows: rows.map((row) => row.map(textOf)) }
}

/** By byte-order mark; else UTF-8 when it is whole UTF-8, else what Chinese spreadsheets write. */
const decodeText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const trimmed = (row: readonly string[]): string[] => {
  // An apostrophe before a sign only keeps a spreadsheet from taking the text for a formula.
  const cells = row.map((cell) =>
    cell
      .normalize('NFKC')
      .trim()
      .replace(/^'(?=[=+\-@])/, ''),
  )
  while (cells.length > 0 && cells.at(-1) === '') cells.pop()
  return cells
}
