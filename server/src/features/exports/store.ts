import {
  EXPORT_MOVES,
  type ExportFileFormat,
  type ExportRequest,
  type ExportState,
} from '@heatfleet/contract/exports/exports.ts'
import type { ColumnTexts } from '@heatfleet/contract/exports/kind-texts.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { type Kysely, sql } from 'kysely'
import { type JobOwner, ownedBy } from '../../platform/job-owner.ts'
import { addJob } from '../../platform/jobs.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Name of the task in the queue. */
export const EXPORT_TASK = 'export'

/** A stored request: with the rights of its caller (a token of a program has fewer than its account), and its columns where their texts are its own. */
type StoredRequest = { ask: ExportRequest; permissions: Permission[]; column_texts?: ColumnTexts[] }

const COLUMNS = [
  'export_id',
  'uid',
  'kind',
  'format',
  'file_name',
  'period_from',
  'period_to',
  'state',
  'rows_done',
  'rows_total',
  'file_bytes',
  'reason',
  'created_at',
  'started_at',
  'finished_at',
  'expires_at',
] as const

const queue = (db: Db, { export_id, uid }: { export_id: string; uid: number }): Promise<void> =>
  addJob(db, {
    task: EXPORT_TASK,
    payload: { export_id: Number(export_id) },
    queue: `export-${uid}`,
    key: `export-${export_id}`,
  })

/** Serialises the exports of one account, so that its limit of open ones holds. */
const lockAccount = (db: Db, uid: number) =>
  db.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().executeTakeFirst()

const countOpen = async (db: Db, uid: number): Promise<number> =>
  (
    await db
      .selectFrom('export_jobs')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('uid', '=', uid)
      .where('state', 'in', EXPORT_MOVES.cancel)
      .executeTakeFirstOrThrow()
  ).n

type NewExport = JobOwner & {
  input: StoredRequest
  format: ExportFileFormat
  file_name: string
  period: { from: string | null; to: string | null }
  created_at: Date
}

/** Records a request and queues it; null when the account has `open_max` waiting or running already. */
export const insertExport = (db: Db, made: NewExport, open_max: number) =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, made.uid)
    if ((await countOpen(trx, made.uid)) >= open_max) return null
    const row = await trx
      .insertInto('export_jobs')
      .values({
        uid: made.uid,
        api_token_id: made.api_token_id,
        kind: made.input.ask.kind,
        format: made.format,
        input: JSON.stringify(made.input),
        file_name: made.file_name,
        period_from: made.period.from === null ? null : new Date(made.period.from),
        period_to: made.period.to === null ? null : new Date(made.period.to),
        created_at: made.created_at,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await queue(trx, row)
    return row
  })

/** One page of own exports, the newest first. */
export const listExports = async (
  db: Db,
  own: JobOwner,
  ask: { kind: string | undefined; states: readonly ExportState[] | undefined; offset: number; limit: number },
) => {
  let rows = db.selectFrom('export_jobs').where(ownedBy(own))
  if (ask.kind !== undefined) rows = rows.where('kind', '=', ask.kind)
  if (ask.states !== undefined && ask.states.length > 0) rows = rows.where('state', 'in', [...ask.states])
  const { total } = await rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const list = await rows
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('export_id', 'desc')
    .offset(ask.offset)
    .limit(ask.limit)
    .execute()
  return { list, total }
}
export type ExportJobRow = Awaited<ReturnType<typeof listExports>>['list'][number]

/** An export of the own account, or null: others do not exist. */
export const findExport = (db: Db, own: JobOwner, export_id: number) =>
  db
    .selectFrom('export_jobs')
    .select(COLUMNS)
    .where(ownedBy(own))
    .where('export_id', '=', String(export_id))
    .executeTakeFirst()

/** Ends an open export of one's own; undefined when it is not open (any more). A running one notices at its next page. */
export const cancelExport = (db: Db, own: JobOwner, export_id: number, at: Date) =>
  db
    .updateTable('export_jobs')
    .set({ state: 'cancelled', finished_at: at })
    .where(ownedBy(own))
    .where('export_id', '=', String(export_id))
    .where('state', 'in', EXPORT_MOVES.cancel)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Queues an export that is over once more: the row, `full` beyond the limit, or null when it is not over. */
export const retryExport = (db: Db, own: JobOwner, export_id: number, open_max: number) =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, own.uid)
    if ((await countOpen(trx, own.uid)) >= open_max) return 'full' as const
    const row = await trx
      .updateTable('export_jobs')
      .set({
        state: 'queued',
        rows_done: 0,
        rows_total: null,
        file_bytes: null,
        reason: null,
        started_at: null,
        finished_at: null,
        expires_at: null,
      })
      .where(ownedBy(own))
      .where('export_id', '=', String(export_id))
      .where('state', 'in', EXPORT_MOVES.retry)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (row === undefined) return null
    await queue(trx, row)
    return row
  })

/** Begins an export that waits, or whose process was killed; undefined when it was cancelled meanwhile. */
export const beginExport = (db: Db, export_id: number, at: Date) =>
  db
    .updateTable('export_jobs')
    .set({ state: 'running', started_at: at, rows_done: 0, rows_total: null })
    .where('export_id', '=', String(export_id))
    .where('state', 'in', EXPORT_MOVES.cancel)
    .returning(['uid', 'api_token_id', 'input', 'format'])
    .executeTakeFirst()

/** Notes how far it is; false when it was cancelled meanwhile. */
export const saveProgress = async (
  db: Db,
  export_id: number,
  progress: { rows_done?: number; rows_total?: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('export_jobs')
    .set(progress)
    .where('export_id', '=', String(export_id))
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when it was cancelled meanwhile: a read only, without writing progress. */
export const isRunning = async (db: Db, export_id: number): Promise<boolean> => {
  const row = await db
    .selectFrom('export_jobs')
    .select('state')
    .where('export_id', '=', String(export_id))
    .executeTakeFirst()
  return row?.state === 'running'
}

type ExportEnd =
  | { state: 'done'; rows_done: number; file_bytes: number; finished_at: Date; expires_at: Date }
  | { state: 'failed'; rows_done: number; reason: string; finished_at: Date }
  /** The process stops: the next one begins it anew. */
  | { state: 'queued' }

/** Ends a run; false when it was cancelled meanwhile. */
export const endExport = async (db: Db, export_id: number, end: ExportEnd): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('export_jobs')
    .set(end.state === 'done' ? { ...end, file_bytes: String(end.file_bytes) } : end)
    .where('export_id', '=', String(export_id))
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** After a start: whatever ran when the process before ended waits again, and everything that waits is queued. */
export const requeueOpen = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('export_jobs')
      .set({ state: 'queued', rows_done: 0 })
      .where('state', 'in', EXPORT_MOVES.cancel)
      .returning(['export_id', 'uid'])
      .execute()
    for (const row of rows) await queue(trx, row)
    return rows.length
  })

/** Marks what was kept long enough as expired, and returns it. */
export const expireExports = (db: Db, now: Date) =>
  db
    .updateTable('export_jobs')
    .set({ state: 'expired' })
    .where('state', '=', 'done')
    .where('expires_at', '<=', now)
    .returning(['export_id', 'format'])
    .execute()

/** Marks exports whose files were deleted as expired. */
export const expireLost = async (db: Db, export_ids: readonly string[]): Promise<void> => {
  if (export_ids.length === 0) return
  await db
    .updateTable('export_jobs')
    .set({ state: 'expired' })
    .where('export_id', 'in', [...export_ids])
    .execute()
}

/** Deletes records that ended before a moment. */
export const deleteOldExports = async (db: Db, ended_before: Date): Promise<void> => {
  await db
    .deleteFrom('export_jobs')
    .where('finished_at', '<', ended_before)
    .where('state', 'in', EXPORT_MOVES.retry)
    .execute()
}

/** Every export whose file is kept. */
export const listKept = (db: Db): Promise<{ export_id: string; format: ExportFileFormat }[]> =>
  db.selectFrom('export_jobs').select(['export_id', 'format']).where('state', '=', 'done').execute()
