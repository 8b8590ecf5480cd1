import { ERROR_CODES, type ErrorCode } from '@heatfleet/contract/errors.ts'
import type { ImportBatch, ImportCounts } from '@heatfleet/contract/imports/imports.ts'
import { IMPORT_VERDICTS, type ImportRow } from '@heatfleet/contract/imports/lines.ts'
import type { ImportBatchRow, ImportLineRow } from './store-list.ts'

const timeOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** A batch as it is shown. */
export const toImportBatch = (row: ImportBatchRow): ImportBatch => {
  const counts = Object.fromEntries(
    IMPORT_VERDICTS.map((verdict) => [verdict, row.counts[verdict] ?? 0]),
  ) as ImportCounts // one for each
  return {
    import_id: row.import_id,
    batch_no: row.batch_no,
    state: row.state,
    source: row.source,
    file_name: row.file_name,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    product_key: row.product_key,
    product_name: row.product_name,
    product_english_name: row.product_english_name,
    import_tag: row.import_tag,
    hardware_version: row.hardware_version,
    remark: row.remark,
    imported_user: row.imported_user,
    total: counts.new + counts.in_stock + counts.shipped + counts.error,
    counts,
    progress: row.progress,
    imported: row.imported,
    repeated: row.repeated,
    failed: row.failed,
    reason: isErrorCode(row.reason) ? row.reason : null,
    retry_of: row.retry_of,
    created_time: row.created_at.toISOString(),
    started_time: timeOf(row.started_at),
    finished_time: timeOf(row.finished_at),
    undone_time: timeOf(row.undone_at),
    undone_by: row.undone_by,
    secrets_time: timeOf(row.secrets_at),
    secrets_by: row.secrets_by,
  }
}

const isErrorCode = (text: string | null): text is ErrorCode => ERROR_CODES.some((code) => code === text)

/** A line as it is shown. */
export const toImportRow = ({ first_online_at, ...row }: ImportLineRow): ImportRow => ({
  ...row,
  first_online_time: timeOf(first_online_at),
})
