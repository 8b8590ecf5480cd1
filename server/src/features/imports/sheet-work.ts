import { Refusal } from '@heatfleet/contract/errors.ts'
import { IMPORT_FIELDS, type ImportField } from '@heatfleet/contract/imports/lines.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetLook, SheetMapping } from '@heatfleet/contract/sheets.ts'
import type { SheetBytes } from '../../platform/uploaded-sheets.ts'
import { readSheet } from '../../sheets/read-sheet.ts'
import { importTitles } from './import-columns.ts'
import type { NumberedLine } from './parse-line.ts'
import { tableLines } from './pasted-lines.ts'

/** Task of the reading process: a look at the columns, or the lines. */
export type ImportSheetWork = { bytes: SheetBytes; sheet: string | null } & (
  | { kind: 'look' }
  | { kind: 'lines'; mapping: SheetMapping<ImportField> | null }
)

/** Reads a list of units. */
export const doImportWork = async (work: ImportSheetWork): Promise<SheetLook<ImportField> | NumberedLine[]> => {
  // Titles and empty rows are no lines.
  const text = await readSheet(work.bytes, work.sheet, LIMITS.device_import_rows_max + 1_000)
  if (work.kind === 'look') return importTitles.lookAt(text)
  const lines = tableLines(text.rows, work.mapping)
  if (lines.length > LIMITS.device_import_rows_max)
    throw new Refusal('sheet_too_large', {
      details: { rows: LIMITS.device_import_rows_max, columns: LIMITS.import_columns_max },
    })
  for (const line of lines)
    for (const field of IMPORT_FIELDS) line[field] = line[field].slice(0, LIMITS.device_import_cell_max)
  return lines
}
