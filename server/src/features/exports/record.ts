import { ERROR_CODES, type ErrorCode } from '@heatfleet/contract/errors.ts'
import type { ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import type { ExportJobRow } from './store.ts'

/** A stored export as people see it. */
export const toRecord = (row: ExportJobRow): ExportRecord => ({
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

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null
const codeOf = (reason: string | null): ErrorCode | null => ERROR_CODES.find((code) => code === reason) ?? null
