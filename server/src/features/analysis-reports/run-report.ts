import type { ReportRunReason } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { REPORT_RUN_REASONS } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { WriteAudit } from '../../handler.ts'
import { addJob } from '../../platform/jobs.ts'
import { enqueueReport } from '../notification-policies/public.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { makePdf, type PdfDeps } from './make-pdf.ts'
import { nextRun } from './schedule.ts'
import { endLostRuns, endRun, findOpenRun, insertRun, lockDueReports, type OpenRun, setNextRun } from './store.ts'

export type RunDeps = PdfDeps & Pick<AppContext, 'log'> & { writeAudit: WriteAudit }

export const RUN_TASK = 'analysis-report-run'

/** Hands a run to the background; one report after the other, each in a process of its own. */
export const queueRun = (db: Parameters<typeof addJob>[0], run_id: number): Promise<void> =>
  addJob(db, { task: RUN_TASK, payload: { run_id }, queue: RUN_TASK, key: `${RUN_TASK} ${run_id}` })

/** Begins the runs that are due, each report once however many times were missed, and plans their next ones. */
export const startDueRuns = async ({ database, clock }: Pick<RunDeps, 'database' | 'clock'>): Promise<number> => {
  const now = new Date(clock.now())
  await endLostRuns(database.db, new Date(now.getTime() - LIMITS.report_run_ms), now)
  return database.db.transaction().execute(async (trx) => {
    const due = await lockDueReports(trx, now, LIMITS.reports_per_turn)
    for (const report of due) {
      await queueRun(trx, await insertRun(trx, { report_id: report.report_id, scheduled: true, at: now }))
      await setNextRun(trx, report.report_id, nextRun(report, now))
    }
    return due.length
  })
}

/** Makes a run's file with the rights and scope that the account has now, and hands it to the outbox. */
export const runReport = async (deps: RunDeps, run_id: number, signal: AbortSignal): Promise<void> => {
  const { db } = deps.database
  const run = await findOpenRun(db, run_id)
  if (run === undefined) return
  const outcome = await makeRun(deps, run, signal)
  // The process stops: the run is taken up by the next one.
  if (signal.aborted) throw new Error('stopped')
  await writeOutcome(deps, run, outcome)
}

type Outcome = {
  file: Buffer | null
  reason: ReportRunReason | null
  caller: { agent_id: number | null; agent_path: string; user_name: string } | null
}

const makeRun = async (deps: RunDeps, run: OpenRun, signal: AbortSignal): Promise<Outcome> => {
  const caller = await findCallerOfAccount(deps, run.uid)
  if (caller === null) return { file: null, reason: 'account_not_in_force', caller: null }
  if (!caller.permissions.has('analysis:report')) return { file: null, reason: 'no_permission', caller }
  try {
    return { file: Buffer.from(await makePdf(deps, caller, run, signal)), reason: null, caller }
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null
    const reason = REPORT_RUN_REASONS.find((one) => one === code) ?? 'report_failed'
    if (reason === 'report_failed') deps.log.error({ error, run_id: run.run_id }, 'report not made')
    return { file: null, reason, caller }
  }
}

const writeOutcome = async (deps: RunDeps, run: OpenRun, { file, reason, caller }: Outcome): Promise<void> => {
  const at = new Date(deps.clock.now())
  const { run_id, report_id, report_name, language, recipients, uid, scheduled } = run
  const ended = await deps.database.db.transaction().execute(async (trx) => {
    const state = reason === null ? 'done' : 'failed'
    await endRun(trx, run_id, { state, reason, file, ended_at: at })
    if (file === null || caller === null || recipients.length === 0) return reason
    const { agent_id, agent_path } = caller
    const mail = { run_id, report_name, language, recipients, uid, agent_id, at }
    if (await enqueueReport(trx, { agent_path }, mail)) return reason
    await endRun(trx, run_id, { state: 'failed', reason: 'no_mail_channel', file, ended_at: at })
    return 'no_mail_channel' as const
  })
  await deps.writeAudit({
    at,
    uid,
    user_name: caller?.user_name ?? '',
    address: '',
    action: 'runAnalysisReport',
    object: `analysis-report ${report_id}`,
    detail: { report_name, scheduled, ...(ended === null ? { recipients } : { reason: ended }) },
    result: ended === null ? 'ok' : ended === 'account_not_in_force' ? 'no_permission' : 'export_failed',
    request_id: '',
    method: 'schedule',
    user_agent: '',
  })
}
