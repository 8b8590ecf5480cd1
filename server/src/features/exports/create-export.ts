import { Refusal } from '@heatfleet/contract/errors.ts'
import type { ExportRecord, ExportRequest } from '@heatfleet/contract/exports/exports.ts'
import type { ColumnTexts } from '@heatfleet/contract/exports/kind-texts.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Caller } from '../../caller.ts'
import type { AuditNote } from '../../handler.ts'
import { toRecord } from './record.ts'
import type { ExportDeps } from './run-export.ts'
import type { ExportSource } from './source.ts'
import { insertExport } from './store.ts'
import { fileFormatOf } from './write-pages.ts'
import { createZoneText } from './zone-text.ts'

/**
 * Records a request for a file and queues it; its titles and texts are those of the catalogues unless `column_texts` has others. Refuses with `no_permission` without the right of its kind, and with
 * `export_queue_full` when the account has as many open as it may.
 */
export const createExport = async (
  { database: { db }, clock, sources }: Pick<ExportDeps, 'database' | 'clock' | 'sources'>,
  request: ExportRequest,
  { caller, note }: { caller: Caller; note: (note: AuditNote) => void },
  column_texts?: ColumnTexts[],
): Promise<ExportRecord> => {
  note({ object: 'export', detail: { kind: request.kind, format: request.format, filter: request.filter } })
  // A kind and its request belong together by the contract's union; the table is indexed by that same kind.
  const source = sources[request.kind] as Pick<ExportSource<typeof request.kind>, 'needs' | 'period'>
  if (source.needs !== null && !caller.permissions.has(source.needs)) throw new Refusal('no_permission')
  const created_at = new Date(clock.now())
  const row = await insertExport(
    db,
    {
      uid: caller.uid,
      api_token_id: caller.api_token_id,
      input: {
        ask: request,
        permissions: [...caller.permissions],
        ...(column_texts === undefined ? {} : { column_texts }),
      },
      format: fileFormatOf(request),
      file_name: fileNameOf(request, created_at),
      period: source.period?.(request) ?? { from: null, to: null },
      created_at,
    },
    LIMITS.export_open_max,
  )
  if (row === null) throw new Refusal('export_queue_full', { details: { max: LIMITS.export_open_max } })
  note({ object: `export ${row.export_id}` })
  return toRecord(row)
}

/** `devices-2026-11-21-0915.xlsx`, in the person's own time; without what a file's name cannot hold. */
const fileNameOf = (request: ExportRequest, at: Date): string => {
  const { file_name, time_zone } = request
  const [day = '', time = ''] = createZoneText(time_zone)(at).split(' ')
  const safe = file_name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'export'
  return `${safe}-${day}-${time.slice(0, 5).replace(':', '')}.${fileFormatOf(request)}`
}
