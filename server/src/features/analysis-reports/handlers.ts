import type {
  AnalysisReport,
  analysisReports,
  ReportCohort,
  ReportRun,
} from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import { serveList } from '../../sheets/write-sheet.ts'
import type { AnalysisCalls } from '../analysis/public.ts'
import { findAgentPath, findMembers } from '../devices/public.ts'
import { findMailChannel } from '../notification-policies/public.ts'
import { makePdf } from './make-pdf.ts'
import { queueRun } from './run-report.ts'
import { nextRun } from './schedule.ts'
import {
  deleteReport,
  findFile,
  findReport,
  hasOpenRun,
  insertReport,
  insertRun,
  listReports,
  listRuns,
  type ReportRow,
  type RunRow,
  setPaused,
  updateReport,
} from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'exports_folder'> & { calls: AnalysisCalls }

/** Saved reports of the caller's account. */
export const analysisReportHandlers = (deps: Deps) => {
  const { database, clock, exports_folder } = deps
  const { db } = database
  const now = () => new Date(clock.now())

  const toReports = async ({ agent_path }: Caller, rows: readonly ReportRow[]): Promise<AnalysisReport[]> => {
    const ids = rows.map(({ report_id }) => report_id)
    const [channel, runs] = [await findMailChannel(db, { agent_path }), await listRuns(db, ids, 1)]
    return rows.map(({ uid: _, created_at: __, next_run_at, updated_at, ...row }) => {
      const last = runs.find(({ report_id }) => report_id === row.report_id)
      return {
        ...row,
        next_run_time: next_run_at?.toISOString() ?? null,
        last_run: last === undefined ? null : toRun(last),
        channel_name: channel?.channel_name ?? '',
        updated_at: updated_at.toISOString(),
      }
    })
  }
  const readReport = async ({ uid }: Caller, report_id: number): Promise<ReportRow> => {
    const row = await findReport(db, uid, report_id)
    if (row === undefined) throw new Refusal('not_found')
    return row
  }
  const wholeReport = async (caller: Caller, report_id: number): Promise<AnalysisReport> => {
    const [report] = await toReports(caller, [await readReport(caller, report_id)])
    if (report === undefined) throw new Refusal('not_found')
    return report
  }
  const assertCohorts = async (caller: Caller, cohorts: readonly ReportCohort[]): Promise<void> => {
    for (const { agent_id, group_id } of cohorts) {
      if (agent_id !== undefined && (await findAgentPath(database, caller.scope, agent_id)) === null)
        throw new Refusal('distributor_not_found', { field: 'cohorts' })
      if (group_id !== undefined && (await findMembers(db, caller, group_id)) === undefined)
        throw new Refusal('device_group_not_found', { field: 'cohorts' })
    }
  }
  const serve = (report_name: string, file: Uint8Array) =>
    serveList(exports_folder, report_name.replaceAll(/[\\/:*?"<>|]/g, '-'), 'pdf', file)

  return {
    analysisReports: async (_, { caller }) => toReports(caller, await listReports(db, caller.uid)),

    createAnalysisReport: async ({ body }, { caller, note }) => {
      await assertCohorts(caller, body.cohorts)
      const max = LIMITS.reports_max
      const at = now()
      const plan = { next_run_at: nextRun(body, at), at, max }
      const report_id = await insertReport(db, caller.uid, body, plan).catch(refuseTakenName)
      if (report_id === null) throw new Refusal('analysis_reports_full', { details: { max } })
      note({ object: `analysis-report ${report_id}`, detail: { after: body } })
      return wholeReport(caller, report_id)
    },

    editAnalysisReport: async ({ params: { id }, body: { updated_at, ...draft } }, { caller, note }) => {
      note({ object: `analysis-report ${id}` })
      const before = await readReport(caller, id)
      await assertCohorts(caller, draft.cohorts)
      const at = now()
      const plan = { next_run_at: before.paused ? null : nextRun(draft, at), at }
      const moment = { uid: caller.uid, report_id: id, read_at: new Date(updated_at) }
      if (!(await updateReport(db, moment, draft, plan).catch(refuseTakenName))) throw new Refusal('stale_edit')
      note({ detail: changedFields(before, draft) })
      return wholeReport(caller, id)
    },

    deleteAnalysisReport: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `analysis-report ${id}` })
      const { report_name, schedule, recipients } = await readReport(caller, id)
      const moment = { uid: caller.uid, report_id: id, read_at: new Date(updated_at) }
      if (!(await deleteReport(db, moment))) throw new Refusal('stale_edit')
      note({ detail: { before: { report_name, schedule, recipients } } })
      return null
    },

    pauseAnalysisReport: async ({ params: { id }, body: { paused } }, { caller, note }) => {
      note({ object: `analysis-report ${id}`, detail: { after: { paused } } })
      const report = await readReport(caller, id)
      const at = now()
      const next_run_at = paused ? null : nextRun(report, at)
      await setPaused(db, { uid: caller.uid, report_id: id }, { paused, next_run_at, at })
      return wholeReport(caller, id)
    },

    runAnalysisReport: async ({ params: { id } }, { caller, note }) => {
      note({ object: `analysis-report ${id}` })
      const { report_name, recipients } = await readReport(caller, id)
      if (await hasOpenRun(db, id)) throw new Refusal('export_not_over')
      note({ detail: { report_name, recipients } })
      await db.transaction().execute(async (trx) => {
        await queueRun(trx, await insertRun(trx, { report_id: id, scheduled: false, at: now() }))
      })
      const [run] = await listRuns(db, [id], 1)
      if (run === undefined) throw new Refusal('not_found')
      return toRun(run)
    },

    analysisReportRuns: async ({ params: { id } }, { caller }) => {
      await readReport(caller, id)
      return (await listRuns(db, [id], LIMITS.report_runs_max)).map(toRun)
    },

    analysisReportFile: async ({ params: { id }, query: { run_id } }, { caller, note }) => {
      note({ object: `analysis-report ${id}`, detail: { run_id } })
      await readReport(caller, id)
      const found = await findFile(db, caller.uid, { report_id: id, run_id })
      if (found === undefined || found.file === null) throw new Refusal('export_not_done')
      return serve(found.report_name, found.file)
    },

    analysisReportPdf: async ({ body }, { caller, signal, note }) => {
      note({ object: 'analysis', detail: { figures: body.figures } })
      return serve(body.report_name, await makePdf(deps, caller, body, signal))
    },
  } satisfies Pick<Handlers, keyof typeof analysisReports>
}

const toRun = ({ report_id: _, nth: __, started_at, sent, waiting, unsent, ...run }: RunRow): ReportRun => ({
  ...run,
  started_time: started_at.toISOString(),
  mails: { sent, waiting, failed: unsent },
})

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('analysis_report_name_taken', { field: 'report_name' })
  throw error
}
