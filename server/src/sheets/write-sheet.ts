import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SHEET_FORMATS } from '@heatfleet/contract/sheets.ts'
import { writeCsv } from 'hucre/csv'
import { writeXlsx } from 'hucre/xlsx'
import type { ServedFile } from '../handler.ts'

const CONTENT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
} as const
type ListFormat = keyof typeof CONTENT_TYPES

/** The file of a list, in a folder whose leftovers are swept at the next start; removed once it was sent. */
export const serveList = async (
  folder: string,
  name: string,
  format: ListFormat,
  content: Uint8Array,
): Promise<ServedFile> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.${format}`)
  await writeFile(path, content, { mode: 0o600 })
  return {
    path,
    file_name: `${name}.${format}`,
    content_type: CONTENT_TYPES[format],
    bytes: content.length,
    done: () => void rm(path, { force: true }),
  }
}

type Line = readonly (string | number)[]

/** The bytes of a sheet, titles first; what the import reads back is what was written. */
export const sheetBytes = async (
  format: (typeof SHEET_FORMATS)[number],
  name: string,
  titles: readonly string[],
  lines: readonly Line[],
): Promise<Uint8Array> => {
  const rows = [[...titles], ...lines.map((line) => line.map(harmless))]
  // The byte-order mark makes spreadsheets read UTF-8.
  if (format === 'csv') return Buffer.from(`\uFEFF${writeCsv(rows)}`)
  return writeXlsx({ sheets: [{ name, rows }] })
}

/** A text that a spreadsheet would evaluate gets an apostrophe, which the import removes. */
const harmless = (cell: string | number): string | number =>
  typeof cell === 'string' && /^[=+\-@]/.test(cell) ? `'${cell}` : cell
