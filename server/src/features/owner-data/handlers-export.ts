import { stat } from 'node:fs/promises'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataExport } from '@heatfleet/contract/owner-data/app-data-exports.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { dataExportPath } from './export-file.ts'
import { readOwnUnit } from './handlers-read.ts'
import { recordAccess } from './store.ts'
import { type DataExportRow, findDataExport, requestDataExport } from './store-exports.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'exports_folder'>
type Names = 'appDataExport' | 'appRequestDataExport' | 'appDataExportFile'

/** All data of a unit as a file for its owner. */
export const ownerExportHandlers = (deps: Deps) => {
  const {
    database: { db },
    clock,
    exports_folder,
  } = deps
  const now = () => new Date(clock.now())
  const isKept = (row: DataExportRow): boolean =>
    now().getTime() - row.requested_at.getTime() < LIMITS.data_export_kept_ms
  return {
    appDataExport: async ({ params }, { caller }) => {
      const { device_id } = await readOwnUnit(deps, caller, params.device_id)
      const row = await findDataExport(db, { device_id, app_user_id: caller.app_user_id })
      return toDataExport(row !== null && isKept(row) ? row : null)
    },

    appRequestDataExport: async ({ params }, { caller, note }) => {
      note({ object: `device ${params.device_id}` })
      const { device_id } = await readOwnUnit(deps, caller, params.device_id)
      const unit = { device_id, app_user_id: caller.app_user_id }
      if (!(await requestDataExport(db, unit, now()))) throw new Refusal('data_export_running')
      return toDataExport(await findDataExport(db, unit))
    },

    appDataExportFile: async ({ params }, { caller, address, note }) => {
      note({ object: `device ${params.device_id}` })
      const { device_id, mac } = await readOwnUnit(deps, caller, params.device_id)
      const row = await findDataExport(db, { device_id, app_user_id: caller.app_user_id })
      const path = dataExportPath(exports_folder, device_id)
      const bytes = row !== null && row.state === 'done' && isKept(row) ? await sizeOf(path) : null
      if (bytes === null) throw new Refusal('data_export_not_done')
      await recordAccess(db, { device_id, grant_id: null, call: 'export', at: now(), address })
      return { path, bytes, file_name: `${mac}.jsonl.gz`, content_type: 'application/gzip', done: () => {} }
    },
  } satisfies Pick<Handlers, Names>
}

/** Null when it was deleted by hand. */
const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const toDataExport = (row: DataExportRow | null): DataExport => ({
  state: row?.state ?? 'none',
  requested_time: row?.requested_at.toISOString() ?? null,
  finished_time: row?.finished_at?.toISOString() ?? null,
  rows: row?.rows ?? 0,
  bytes: Number(row?.bytes ?? 0),
})
