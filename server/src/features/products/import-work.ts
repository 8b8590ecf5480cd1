import type { ImportField, RegisterImportRequest } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import { readSheet } from '../../sheets/read-sheet.ts'
import { registerTitles } from './import-columns.ts'
import { type ValidatedSheet, validateSheet } from './import-validation.ts'

type File = { bytes: Uint8Array; sheet: string | null }

/** Work on a register list, as it is sent to the worker: looking at it, or judging it against the points there are. */
export type ListWork =
  | { kind: 'look'; file: File }
  | {
      kind: 'judge'
      file: File
      ask: Pick<RegisterImportRequest, 'mapping' | 'fixes' | 'left_out' | 'mode'>
      existing: readonly DataPoint[]
    }

/** Does it, wherever it is called. */
export const doListWork = async (work: ListWork): Promise<SheetLook<ImportField> | ValidatedSheet> => {
  const text = await readSheet(work.file.bytes, work.file.sheet)
  return work.kind === 'judge' ? validateSheet(text, work.ask, work.existing) : registerTitles.lookAt(text)
}
