import { normalizeIccid } from '@heatfleet/contract/iccids/card.ts'
import type { IccidField, IccidImportRequest } from '@heatfleet/contract/iccids/import.ts'
import { isIccid } from '@heatfleet/contract/identifiers.ts'
import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import type { SheetBytes } from '../../platform/uploaded-sheets.ts'
import { readSheet, type SheetText } from '../../sheets/read-sheet.ts'
import { type SheetLine, sheetLines } from '../../sheets/sheet-lines.ts'
import { lookAtCards } from './import-columns.ts'

type File = { bytes: SheetBytes; sheet: string | null }
/** Task of the worker for a list of cards: preview, or its lines by field. */
export type CardWork =
  | { kind: 'look'; file: File }
  | { kind: 'lines'; file: File; ask: Pick<IccidImportRequest, 'mapping' | 'fixes' | 'left_out'> }

/** Runs the task in the calling thread. */
export const doCardWork = async (work: CardWork): Promise<SheetLook<IccidField> | SheetLine<IccidField>[]> => {
  const text = await readSheet(work.file.bytes, work.file.sheet)
  return work.kind === 'lines' ? [...sheetLines(text, work.ask)] : withNumbers(lookAtCards(text), text)
}

/** Numbers alone, without titles: the column with the most of them. */
const withNumbers = (look: SheetLook<IccidField>, { rows }: SheetText): SheetLook<IccidField> => {
  if (look.mapping.columns.iccid !== undefined) return look
  const counts = look.columns.map((_, column) =>
    rows.reduce((count, row) => count + (isIccid(normalizeIccid(row[column] ?? '') ?? '') ? 1 : 0), 0),
  )
  const most = Math.max(0, ...counts)
  if (most === 0) return look
  const iccid = counts.indexOf(most)
  const { header_row } = look.mapping
  const first = normalizeIccid(rows[0]?.[iccid] ?? '') !== null ? 0 : Math.max(header_row, 1)
  const columns = look.columns.map((column, at) => (at === iccid ? { ...column, guess: 'iccid' as const } : column))
  return {
    ...look,
    rows: rows.length - first,
    columns,
    mapping: { header_row: first, columns: { ...look.mapping.columns, iccid } },
  }
}
