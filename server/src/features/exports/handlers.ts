import { stat } from 'node:fs/promises'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { createExport } from './create-export.ts'
import { exportPath } from './export-files.ts'
import { toRecord } from './record.ts'
import type { ExportDeps } from './run-export.ts'
import { cancelExport, type ExportJobRow, findExport, listExports, retryExport } from './store.ts'
import { CONTENT_TYPES } from './write-pages.ts'

type Names = 'exportCreate' | 'exportList' | 'exportCancel' | 'exportRetry' | 'exportFile'

/**
 * Exports of the own account: create, read, cancel, retry, download. An API token sees only its
 * own.
 */
export const exportHandlers = (deps: ExportDeps) => {
  const { clock, exports_folder } = deps
  const { db } = deps.database
  /** Downloads that run now, by account. */
  const downloads = new Map<number, number>()

  const readOwn = async (own: Caller, export_id: number): Promise<ExportJobRow> => {
    const row = await findExport(db, own, export_id)
    if (row === undefined) throw new Refusal('export_not_found')
    return row
  }

  return {
    exportCreate: ({ body: request }, call) => createExport(deps, request, call),

    exportList: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const { kind, states } = body
      const { list, total } = await listExports(db, caller, { kind, states, offset, limit: query.size })
      return { list: list.map(toRecord), total, pageNo: query.pageNo, size: query.size }
    },

    exportCancel: async ({ params }, { caller, note }) => {
      const before = await readOwn(caller, params.id)
      const row = await cancelExport(db, caller, params.id, new Date(clock.now()))
      if (row === undefined) throw new Refusal('export_not_open')
      note({ object: `export ${params.id}`, detail: { before: { state: before.state }, after: { state: row.state } } })
      return toRecord(row)
    },

    exportRetry: async ({ params }, { caller, note }) => {
      const before = await readOwn(caller, params.id)
      const row = await retryExport(db, caller, params.id, LIMITS.export_open_max)
      if (row === 'full') throw new Refusal('export_queue_full', { details: { max: LIMITS.export_open_max } })
      if (row === null) throw new Refusal('export_not_over')
      note({ object: `export ${params.id}`, detail: { before: { state: before.state }, after: { state: row.state } } })
      return toRecord(row)
    },

    exportFile: async ({ params }, { caller, note }) => {
      note({ object: `export ${params.id}` })
      const row = await readOwn(caller, params.id)
      const path = exportPath(exports_folder, params.id, row.format)
      const bytes = row.state === 'done' ? await sizeOf(path) : null
      if (bytes === null) throw new Refusal('export_not_done')
      const running = downloads.get(caller.uid) ?? 0
      if (running >= LIMITS.export_downloads_max) throw new Refusal('busy')
      downloads.set(caller.uid, running + 1)
      const done = () => {
        const left = (downloads.get(caller.uid) ?? 1) - 1
        if (left > 0) downloads.set(caller.uid, left)
        else downloads.delete(caller.uid)
      }
      return { path, bytes, file_name: row.file_name, content_type: CONTENT_TYPES[row.format], done }
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
