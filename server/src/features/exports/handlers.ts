import { stat } from 'node:fs/promises'
import { ERROR_CODES, type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { ExportAsk, ExportRecord } from '@heatfleet/contract/exports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Handlers } from '../../handler.ts'
import { createZoneText } from './cell-text.ts'
import { exportPath } from './export-files.ts'
import type { ExportDeps } from './run-export.ts'
import type { ExportSource } from './source.ts'
import { cancelExport, type ExportJobRow, findExport, insertExport, listExports, retryExport } from './store.ts'
import { CONTENT_TYPES } from './write-rows.ts'

type Names = 'exportCreate' | 'exportList' | 'exportCancel' | 'exportRetry' | 'exportFile'

/** Exports of the own account: wish, look, stop, try again, fetch. Nobody sees or fetches another's. */
export const exportHandlers = ({ database: { db }, clock, exports_folder, sources }: ExportDeps) => {
  /** Downloads that run now, by account. */
  const downloads = new Map<number, number>()

  const readOwn = async (uid: number, export_id: number): Promise<ExportJobRow> => {
    const row = await findExport(db, uid, export_id)
    if (row === undefined) throw new Refusal('export_not_found')
    return row
  }

  return {
    exportCreate: async ({ body: ask }, { caller, note }) => {
      note({ object: 'export', detail: { kind: ask.kind, format: ask.format, filter: ask.filter } })
      // A kind and its wish belong together by the contract's union; the table is indexed by that same kind.
      const source = sources[ask.kind] as ExportSource<typeof ask.kind>
      if (!caller.permissions.has(source.needs)) throw new Refusal('no_permission')
      const created_at = new Date(clock.now())
      const row = await insertExport(
        db,
        {
          uid: caller.uid,
          input: { ask, permissions: [...caller.permissions] },
          file_name: fileNameOf(ask, created_at),
          period: source.period?.(ask) ?? { from: null, to: null },
          created_at,
        },
        LIMITS.export_open_max,
      )
      if (row === null) throw new Refusal('export_queue_full', { details: { max: LIMITS.export_open_max } })
      note({ object: `export ${row.export_id}` })
      return toRecord(row)
    },

    exportList: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const { kind, states } = body
      const { list, total } = await listExports(db, caller.uid, { kind, states, offset, limit: query.size })
      return { list: list.map(toRecord), total, pageNo: query.pageNo, size: query.size }
    },

    exportCancel: async ({ params }, { caller, note }) => {
      const before = await readOwn(caller.uid, params.id)
      const row = await cancelExport(db, caller.uid, params.id, new Date(clock.now()))
      if (row === undefined) throw new Refusal('export_not_open')
      note({ object: `export ${params.id}`, detail: { before: { state: before.state }, after: { state: row.state } } })
      return toRecord(row)
    },

    exportRetry: async ({ params }, { caller, note }) => {
      const before = await readOwn(caller.uid, params.id)
      const row = await retryExport(db, caller.uid, params.id, LIMITS.export_open_max)
      if (row === 'full') throw new Refusal('export_queue_full', { details: { max: LIMITS.export_open_max } })
      if (row === null) throw new Refusal('export_not_over')
      note({ object: `export ${params.id}`, detail: { before: { state: before.state }, after: { state: row.state } } })
      return toRecord(row)
    },

    exportFile: async ({ params }, { caller, note }) => {
      note({ object: `export ${params.id}` })
      const row = await readOwn(caller.uid, params.id)
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

/** `devices-2026-11-21-0915.xlsx`, in the person's own time; without what a file's name cannot hold. */
const fileNameOf = ({ file_name, time_zone, format }: ExportAsk, at: Date): string => {
  const [day = '', time = ''] = createZoneText(time_zone)(at).split(' ')
  const safe = file_name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'export'
  return `${safe}-${day}-${time.slice(0, 5).replace(':', '')}.${format}`
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

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null
const codeOf = (reason: string | null): ErrorCode | null => ERROR_CODES.find((code) => code === reason) ?? null

const toRecord = (row: ExportJobRow): ExportRecord => ({
  export_id: Number(row.export_id),
  kind: row.kind,
  format: row.format,
  file_name: row.file_name,
  period_from: timeOf(row.period_from),
  period_to: timeOf(row.period_to),
  state: row.state,
  rows_done: row.rows_done,
  rows_total: row.rows_total,
  file_bytes: row.file_bytes === null ? null : Number(row.file_bytes),
  reason: codeOf(row.reason),
  created_at: row.created_at.toISOString(),
  started_at: timeOf(row.started_at),
  finished_at: timeOf(row.finished_at),
  expires_at: timeOf(row.expires_at),
})
