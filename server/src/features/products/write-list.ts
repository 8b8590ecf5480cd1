import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Definition } from '@heatfleet/contract/product-diff.ts'
import { writeCsv } from 'hucre/csv'
import { writeXlsx } from 'hucre/xlsx'
import type { ServedFile } from '../../handler.ts'
import { cellsOf, EXPORTED_FIELDS } from './export-points.ts'

export const LIST_FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
} as const
export type ListFormat = keyof typeof LIST_FORMATS

/** The file of a definition, in a folder whose leftovers are swept at the next start; removed once it was sent. */
export const serveList = async (
  folder: string,
  name: string,
  format: ListFormat,
  definition: Definition,
): Promise<ServedFile> => {
  const content = await listBytes(format, definition)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.${format}`)
  await writeFile(path, content, { mode: 0o600 })
  return {
    path,
    file_name: `${name}.${format}`,
    content_type: LIST_FORMATS[format],
    bytes: content.length,
    done: () => void rm(path, { force: true }),
  }
}

/** The bytes of a list; what the import reads back as the same points. */
export const listBytes = async (format: ListFormat, { points, settings }: Definition): Promise<Uint8Array> => {
  if (format === 'json') return Buffer.from(JSON.stringify({ points, settings }, null, 2))
  const lines = points.map(cellsOf).map((cells) => EXPORTED_FIELDS.map((field) => cells[field]))
  const rows = [[...EXPORTED_FIELDS], ...lines.map((line) => line.map(harmless))]
  // The byte-order mark makes spreadsheets read UTF-8.
  if (format === 'csv') return Buffer.from(`\uFEFF${writeCsv(rows)}`)
  return writeXlsx({ sheets: [{ name: 'Points', rows }] })
}

/** A text that a spreadsheet would run begins with an apostrophe, which the import takes away. */
const harmless = (cell: string | number): string | number =>
  typeof cell === 'string' && /^[=+\-@]/.test(cell) ? `'${cell}` : cell
