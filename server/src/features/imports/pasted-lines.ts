import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { IMPORT_FIELDS, type ImportField } from '@heatfleet/contract/imports/lines.ts'
import type { SheetMapping } from '@heatfleet/contract/sheets.ts'
import { importTitles } from './import-columns.ts'
import { lineOf, type NumberedLine } from './parse-line.ts'

/**
 * Lines of pasted text. Copied from a spreadsheet (tabs between its cells) it is a table, with or without titles; otherwise
 * ids between commas, semicolons, blanks of lines, Chinese ones too (spec 5).
 */
export const pastedLines = (text: string): NumberedLine[] => {
  const table = text.includes('\t')
  if (table) return tableLines(text.split(/\r\n|\r|\n/).map((line) => line.split('\t').map((cell) => cell.trim())))
  return text
    .split(/[,，、;；\n\r]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((mac, at) => lineOf({ mac }, at + 1))
}

/** Lines of a table by its titles; without such the column with most ids is `mac`, and nothing else is known. */
export const tableLines = (
  rows: readonly (readonly string[])[],
  given: SheetMapping<ImportField> | null = null,
): NumberedLine[] => {
  const { header_row, columns } = given ?? mappingOf(rows)
  const lines: NumberedLine[] = []
  for (let at = header_row; at < rows.length; at++) {
    const known: Partial<Record<ImportField, string>> = {}
    let is_empty = true
    for (const field of IMPORT_FIELDS) {
      const column = columns[field]
      const cell = column === undefined ? '' : (rows[at]?.[column] ?? '')
      if (cell === '') continue
      known[field] = cell
      is_empty = false
    }
    if (!is_empty) lines.push(lineOf(known, at + 1))
  }
  return lines
}

const mappingOf = (rows: readonly (readonly string[])[]): SheetMapping<ImportField> => {
  const guess = importTitles.guessMapping(rows)
  if (guess.columns.mac !== undefined) return guess
  const ids: number[] = []
  for (const row of rows)
    for (const [column, text] of row.entries())
      if (normalizeDeviceId(text) !== null) ids[column] = (ids[column] ?? 0) + 1
  const most = Math.max(0, ...ids.filter((count) => count > 0))
  if (most === 0) return { header_row: 0, columns: { mac: 0 } }
  const mac = ids.indexOf(most)
  // A single column has its title above the first id.
  const first = rows.findIndex((row) => normalizeDeviceId(row[mac] ?? '') !== null)
  const title = rows[0]?.[mac] ?? ''
  return { header_row: first > 0 && !/\d/.test(title) ? 1 : 0, columns: { mac } }
}
