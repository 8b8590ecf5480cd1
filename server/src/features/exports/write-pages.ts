import type { ExportFileFormat, ExportFormat, ExportRequest } from '@heatfleet/contract/exports/exports.ts'
import { csvPages } from './csv-pages.ts'
import type { Page } from './page.ts'
import type { FileLayout } from './written.ts'
import { xlsxPages } from './xlsx-pages.ts'
import { zipParts } from './zip-parts.ts'

/** Content type and extension of each format. */
export const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const satisfies Record<ExportFileFormat, string>

const WRITERS = { csv: csvPages, xlsx: xlsxPages } as const satisfies Record<ExportFormat, unknown>

/**
 * The bytes of an export: a header in the person's language, then a line for each row as it comes. Use a piece before the next
 * one is requested.
 */
export const writePages = (
  file: FileLayout,
  pages: AsyncIterable<Page>,
  is_split = false,
): AsyncIterable<Uint8Array> => {
  const write = (own: AsyncIterable<Page>) => WRITERS[file.format](file, own)
  return is_split ? zipParts(file.format, pages, write) : write(pages)
}

/** What the file of a request is: one that is split is an archive. */
export const fileFormatOf = (request: ExportRequest): ExportFileFormat =>
  request.kind === 'device-history' && request.filter.split !== 'none' ? 'zip' : request.format
