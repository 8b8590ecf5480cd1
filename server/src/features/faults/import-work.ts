import type { FaultField, FaultImportRequest } from '@heatfleet/contract/faults/import.ts'
import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import type { SheetBytes } from '../../platform/uploaded-sheets.ts'
import { readSheet } from '../../sheets/read-sheet.ts'
import { faultTitles } from './import-columns.ts'
import { type ExistingFault, type ValidatedFaults, validateFaults } from './import-validation.ts'

type File = { bytes: SheetBytes; sheet: string | null }

/** Task of the worker for a list of fault codes: preview, or validation against the existing codes. */
export type FaultWork =
  | { kind: 'look'; file: File }
  | {
      kind: 'judge'
      file: File
      ask: Pick<FaultImportRequest, 'mapping' | 'fixes' | 'left_out' | 'mode'>
      existing: readonly ExistingFault[]
    }

/** Runs the task in the calling thread. */
export const doFaultWork = async (work: FaultWork): Promise<SheetLook<FaultField> | ValidatedFaults> => {
  const text = await readSheet(work.file.bytes, work.file.sheet)
  return work.kind === 'judge' ? validateFaults(text, work.ask, work.existing) : faultTitles.lookAt(text)
}
