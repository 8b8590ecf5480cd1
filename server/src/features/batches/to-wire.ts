import type { BatchItem, BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import type { BatchRow, listItems } from './store.ts'
import { readStored } from './stored-batch.ts'

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null

/** A stored batch on the wire. */
export const toRecord = (row: BatchRow): BatchRecord => ({
  batch_id: row.batch_id,
  action: readStored(row.input).ask.action,
  state: row.state,
  total: row.total,
  done: row.done,
  failed: row.failed,
  created_at: row.created_at.toISOString(),
  started_at: timeOf(row.started_at),
  finished_at: timeOf(row.finished_at),
})

/** One item of a stored batch on the wire. */
export const toItem = ({ result, ...item }: Awaited<ReturnType<typeof listItems>>['rows'][number]): BatchItem => ({
  ...item,
  result: result === 'ok' ? 'ok' : (ERROR_CODES.find((code) => code === result) ?? null),
})
