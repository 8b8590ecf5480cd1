import type { ReportDraft, ReportRunReason } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const reportRows = (db: Db) => db.selectFrom('analysis_reports').selectAll()

/** The reports of an account, by name. */
export const listReports = (db: Db, uid: number) =>
  reportRows(db).where('uid', '=', uid).orderBy(sql`lower(report_name)`).orderBy('report_id').execute()
export type ReportRow = Awaited<ReturnType<typeof listReports>>[number]

/** A report of the account, or undefined. */
export const findReport = (db: Db, uid: number, report_id: number): Promise<ReportRow | undefined> =>
  reportRows(db).where('uid', '=', uid).where('report_id', '=', report_id).executeTakeFirst()

const stored = ({ cohorts, ...values }: ReportDraft) => ({ ...values, cohorts: JSON.stringify(cohorts) })

/** Saves a report; null when the account has `max` already. A taken name violates uniqueness. */
export const insertReport = async (
  db: Db,
  uid: number,
  draft: ReportDraft,
  { next_run_at, at, max }: { next_run_at: Date | null; at: Date; max: number },
): Promise<number | null> => {
  const { n } = await db
    .selectFrom('analysis_reports')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  if (n >= max) return null
  const { report_id } = await db
    .insertInto('analysis_reports')
    .values({ ...stored(draft), uid, next_run_at, created_at: at, updated_at: at })
    .returning('report_id')
    .executeTakeFirstOrThrow()
  return report_id
}

/** The wire has milliseconds, the column microseconds. */
const isAsRead = (read_at: Date) =>
  sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`

type Moment = { uid: number; report_id: number; read_at: Date }

/** Changes a report that was read at `read_at`; false when it was changed or removed since. */
export const updateReport = async (
  db: Db,
  { uid, report_id, read_at }: Moment,
  draft: ReportDraft,
  { next_run_at, at }: { next_run_at: Date | null; at: Date },
): Promise<boolean> => {
  const done = await db
    .updateTable('analysis_reports')
    .set({ ...stored(draft), next_run_at, updated_at: at })
    .where('uid', '=', uid)
    .where('report_id', '=', report_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export const deleteReport = async (db: Db, { uid, report_id, read_at }: Moment): Promise<boolean> => {
  const done = await db
    .deleteFrom('analysis_reports')
    .where('uid', '=', uid)
    .where('report_id', '=', report_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export const setPaused = async (
  db: Db,
  { uid, report_id }: Pick<Moment, 'uid' | 'report_id'>,
  { paused, next_run_at, at }: { paused: boolean; next_run_at: Date | null; at: Date },
): Promise<void> => {
  await db
    .updateTable('analysis_reports')
    .set({ paused, next_run_at, updated_at: at })
    .where('uid', '=', uid)
    .where('report_id', '=', report_id)
    .execute()
}

/** Reports that are due, locked by the transaction, the longest due first; the work of the system. */
export const lockDueReports = (trx: Db, now: Date, limit: number) =>
  reportRows(trx).where('next_run_at', '<=', now).orderBy('next_run_at').limit(limit).forUpdate().skipLocked().execute()

export const setNextRun = async (db: Db, report_id: number, next_run_at: Date | null): Promise<void> => {
  await db.updateTable('analysis_reports').set({ next_run_at }).where('report_id', '=', report_id).execute()
}

/** Begins a run, and forgets those beyond the number that is kept. */
export const insertRun = async (
  db: Db,
  { report_id, scheduled, at }: { report_id: number; scheduled: boolean; at: Date },
): Promise<number> => {
  const { run_id } = await db
    .insertInto('analysis_report_runs')
    .values({ report_id, scheduled, state: 'running', reason: null, file: null, started_at: at, ended_at: null })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  await sql`delete from analysis_report_runs where report_id = ${report_id} and run_id in (
    select run_id from analysis_report_runs where report_id = ${report_id}
    order by run_id desc offset ${LIMITS.report_runs_max})`.execute(db)
  return run_id
}

/** A run that is open, with its report; undefined = it has ended, or was removed with its report. */
export const findOpenRun = (db: Db, run_id: number) =>
  reportRows(db)
    .innerJoin('analysis_report_runs', 'analysis_report_runs.report_id', 'analysis_reports.report_id')
    .where('run_id', '=', run_id)
    .where('state', '=', 'running')
    .select(['run_id', 'scheduled'])
    .executeTakeFirst()
export type OpenRun = NonNullable<Awaited<ReturnType<typeof findOpenRun>>>

type RunEnd = { state: 'done' | 'failed'; reason: ReportRunReason | null; file: Buffer | null; ended_at: Date }

export const endRun = async (db: Db, run_id: number, end: RunEnd): Promise<void> => {
  await db.updateTable('analysis_report_runs').set(end).where('run_id', '=', run_id).execute()
}

/** Runs that were lost with their process fail. */
export const endLostRuns = async (db: Db, before: Date, ended_at: Date): Promise<void> => {
  await db
    .updateTable('analysis_report_runs')
    .set({ state: 'failed', reason: 'report_failed', ended_at })
    .where('state', '=', 'running')
    .where('started_at', '<', before)
    .execute()
}

/** Whether a run of a report has not ended. */
export const hasOpenRun = async (db: Db, report_id: number): Promise<boolean> =>
  (await db
    .selectFrom('analysis_report_runs')
    .select('run_id')
    .where('report_id', '=', report_id)
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The last runs of reports, the newest first, with what became of their mails; at most `limit` of each report. */
export const listRuns = (db: Db, report_ids: readonly number[], limit: number) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('analysis_report_runs')
        .where('report_id', 'in', report_ids.length === 0 ? [0] : [...report_ids])
        .select([
          'report_id',
          'run_id',
          'scheduled',
          'state',
          'reason',
          'started_at',
          sql<boolean>`file is not null`.as('has_file'),
          sql<number>`row_number() over (partition by report_id order by run_id desc)`.as('nth'),
        ])
        .as('runs'),
    )
    .where('nth', '<=', limit)
    .selectAll()
    .select((of) => [
      mailsIn(of.ref('runs.run_id'), ['sent']).as('sent'),
      mailsIn(of.ref('runs.run_id'), ['queued']).as('waiting'),
      mailsIn(of.ref('runs.run_id'), ['failed', 'dead', 'suppressed']).as('unsent'),
    ])
    .orderBy('run_id', 'desc')
    .execute()
export type RunRow = Awaited<ReturnType<typeof listRuns>>[number]

const mailsIn = (run_id: unknown, states: readonly string[]) => sql<number>`(select count(*)::int
  from notification_deliveries join notification_events using (event_id)
  where notification_events.report_run_id = ${run_id} and notification_deliveries.state = any(${states}))`

/** The file of a run of an account's report. */
export const findFile = (db: Db, uid: number, { report_id, run_id }: { report_id: number; run_id: number }) =>
  db
    .selectFrom('analysis_report_runs')
    .innerJoin('analysis_reports', 'analysis_reports.report_id', 'analysis_report_runs.report_id')
    .where('uid', '=', uid)
    .where('analysis_reports.report_id', '=', report_id)
    .where('run_id', '=', run_id)
    .select(['report_name', 'file'])
    .executeTakeFirst()
