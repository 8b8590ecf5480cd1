import type { ExportFormat } from '@heatfleet/contract/exports/exports.ts'
import { csvPages } from './csv-pages.ts'
import type { Page } from './page.ts'
import type { FileLayout } from './written.ts'
import { xlsxPages } from './xlsx-pages.ts'

/** Content type and extension of each format. */
export const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

const WRITERS = { csv: csvPages, xlsx: xlsxPages } as const satisfies Record<ExportFormat, unknown>

/**
 * The bytes of an export: a header in the person's language, then a line for each row as it comes. Use a piece before the next
 * one is requested.
 */
export const writePages = (file: FileLayout, pages: AsyncIterable<Page>): AsyncIterable<Uint8Array> =>
  WRITERS[file.format](file, pages)
