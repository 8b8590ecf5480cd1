import type { ListReading, RegisterImportRequest, RegisterListLook } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { SheetBytes } from '../../platform/uploaded-sheets.ts'
import { type ValidatedSheet, validateSheet } from './import-validation.ts'
import { lookAtList } from './lists/look-at-list.ts'
import { readGrids } from './lists/read-grids.ts'

type File = { bytes: SheetBytes }

/** Work on a register list, as it is sent to the worker: looking at it, or judging it against the points there are. */
export type ListWork =
  | { kind: 'look'; file: File; reading: ListReading }
  | {
      kind: 'judge'
      file: File
      ask: Pick<RegisterImportRequest, 'mapping' | 'fixes' | 'left_out' | 'mode' | 'reading'>
      existing: readonly DataPoint[]
      /** Its points are not taken: they stay here. */
      is_dry_run: boolean
    }

/** Does it, wherever it is called. */
export const doListWork = async (work: ListWork): Promise<RegisterListLook | ValidatedSheet> => {
  const grids = await readGrids(work.file.bytes)
  if (work.kind === 'look') return lookAtList(grids, work.reading)
  const validated = validateSheet(grids, work.ask, work.existing)
  return work.is_dry_run ? { ...validated, set: [] } : validated
}
