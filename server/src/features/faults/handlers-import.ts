import { Refusal } from '@heatfleet/contract/errors.ts'
import type { FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import type { FaultField, FaultImportRequest } from '@heatfleet/contract/faults/import.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { sheetOf } from '../../platform/uploaded-sheets.ts'
import { runSheetWork, type SheetCall } from '../../sheets/run-sheet-work.ts'
import { countsOf } from '../../sheets/sheet-counts.ts'
import { serveList, sheetBytes } from '../../sheets/write-sheet.ts'
import { EXPORTED_FIELDS, faultLine } from './export-faults.ts'
import type { ValidatedFaults } from './import-validation.ts'
import type { FaultWork } from './import-work.ts'
import { type FaultRow, listFaults } from './store.ts'
import { listAllFaults, lockFaults, putFaults, removeFaults } from './store-import.ts'

/** Import of fault codes from sheets: preview, dry run, import; and export in the same form. */
export const faultImportHandlers = ({
  database: { db },
  clock,
  exports_folder,
}: Pick<AppContext, 'database' | 'clock' | 'exports_folder'>) =>
  ({
    faultImportRead: ({ body: { content, sheet } }, call) =>
      inProcess<SheetLook<FaultField>>({ kind: 'look', file: { bytes: sheetOf(content), sheet } }, call),

    faultImportCheck: async ({ body }, call) => {
      const existing = await listAllFaults(db)
      const { rows, removed } = await validate(body, existing, call)
      const removed_keys = removed.map(({ set_name, code }) => `${set_name} ${code}`)
      return { revision: revisionOf(existing), counts: countsOf(rows), rows, removed: removed_keys }
    },

    faultImportApply: async ({ body: { revision, ...body } }, call) => {
      const { caller, note } = call
      note({ object: 'fault-codes', detail: { file_name: body.file_name } })
      const existing = await listAllFaults(db)
      if (revisionOf(existing) !== revision) throw new Refusal('stale_edit')
      const { rows, set, removed } = await validate(body, existing, call)
      const counts = countsOf(rows)
      if (counts.error > 0) throw new Refusal('sheet_has_errors', { details: { count: counts.error } })
      await db.transaction().execute(async (trx) => {
        await lockFaults(trx)
        if (revisionOf(await listAllFaults(trx)) !== revision) throw new Refusal('stale_edit')
        await removeFaults(trx, removed)
        await putFaults(trx, set, { updated_by: caller.user_name, updated_at: new Date(clock.now()) })
      })
      note({ detail: { file_name: body.file_name, counts, removed, changed: changesOf(existing, set) } })
      return { counts, removed: removed.length }
    },

    faultExport: async ({ query: { format, ...filter } }, { note }) => {
      note({ object: 'fault-codes', detail: { format, ...filter } })
      const { rows } = await listFaults(db, filter, { offset: 0, limit: LIMITS.import_rows_max - 1 })
      const content = await sheetBytes(format, 'Fault codes', EXPORTED_FIELDS, rows.map(faultLine))
      return serveList(exports_folder, 'fault-codes', format, content)
    },
  }) satisfies Pick<Handlers, 'faultImportRead' | 'faultImportCheck' | 'faultImportApply' | 'faultExport'>

/** The reading process answers each kind of work with its own kind of result. */
const inProcess = <Done>(work: FaultWork, call: SheetCall): Promise<Done> =>
  runSheetWork<Done>(new URL('./import-worker.ts', import.meta.url), work, work.file, call)

const validate = (
  { content, sheet, ...request }: FaultImportRequest,
  existing: readonly FaultRow[],
  call: SheetCall,
): Promise<ValidatedFaults> =>
  inProcess({ kind: 'judge', file: { bytes: sheetOf(content), sheet }, ask: request, existing }, call)

/** Revision of the own codes, changed by every addition, removal or edit; built-in ones change with a build only. */
const revisionOf = (faults: readonly FaultRow[]): string => {
  const own = faults.filter(({ built_in }) => !built_in)
  const newest = own.reduce((latest, { updated_at }) => Math.max(latest, updated_at.getTime()), 0)
  const ids = own.reduce((sum, { fault_id }) => sum + fault_id, 0)
  return `${own.length} ${ids} ${newest}`
}

/** Codes listed in the audit entry; the counts cover all. */
const TOLD_CHANGES = 50

const changesOf = (existing: readonly FaultRow[], set: readonly FaultCodeDraft[]) => {
  const existing_by_key = new Map(existing.map((fault) => [`${fault.set_name} ${fault.code}`, fault]))
  return set.slice(0, TOLD_CHANGES).map((draft) => {
    const fault = `${draft.set_name} ${draft.code}`
    const before = existing_by_key.get(fault)
    return { fault, ...(before === undefined ? { after: draft } : changedFields(before, draft)) }
  })
}
