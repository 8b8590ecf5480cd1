import { z } from 'zod'
import { AnalysisPart } from '../analysis/part.ts'
import { endpoints } from '../endpoint.ts'
import { TimeZone } from '../history/history.ts'
import { LIMITS } from '../limits.ts'
import { MESSAGE_LANGUAGES } from '../notification-policies/channel.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { REPORT_FIGURE_IDS } from './figures.ts'

const { time_zone: _, ...part } = AnalysisPart.shape

/** Which units; days of its own count where the period of the report is `fixed`. */
export const ReportCohort = z.object(part).superRefine((cohort, context) => {
  for (const { path, message, ...rest } of AnalysisPart.safeParse(cohort).error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message, params: Object(rest).params })
})
export type ReportCohort = z.output<typeof ReportCohort>

/** Days until the day before a run; `fixed` = the days of each cohort, or the last 30. */
export const REPORT_PERIODS = ['last_7', 'last_30', 'last_90', 'last_365', 'week', 'month', 'fixed'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

export const REPORT_SCHEDULES = ['none', 'daily', 'weekly', 'monthly'] as const
export type ReportSchedule = (typeof REPORT_SCHEDULES)[number]

/** What a report shows, and in which language and zone. */
const content = {
  report_name: textOf({ min: 1, max: LIMITS.report_name_max }),
  figures: z.array(z.enum(REPORT_FIGURE_IDS)).min(1).max(REPORT_FIGURE_IDS.length),
  /** One, or two beside each other. */
  cohorts: z.array(ReportCohort).min(1).max(2),
  period: z.enum(REPORT_PERIODS),
  language: z.enum(MESSAGE_LANGUAGES),
  time_zone: TimeZone,
}
export const ReportContent = z.object(content)
export type ReportContent = z.output<typeof ReportContent>

/** Asked although other fields are wrong or missing: then there is nothing to say about them here. */
const hasRecipient = ({
  schedule,
  recipients,
}: {
  schedule: ReportSchedule
  recipients?: readonly string[] | null
}): boolean => schedule === 'none' || recipients?.length !== 0
const RECIPIENT_RULE = brokenAs('analysis_report_recipient', 'recipients')

export const ReportDraft = z
  .object({
    ...content,
    schedule: z.enum(REPORT_SCHEDULES),
    /** Hour of the day in the zone of the report. */
    at_hour: z.number().int().min(0).max(23),
    /** 1 = Monday. */
    weekday: z.number().int().min(1).max(7),
    /** Of the month; every month has it. */
    month_day: z.number().int().min(1).max(28),
    recipients: z.array(z.email().max(200)).max(LIMITS.report_recipients_max),
  })
  .refine(hasRecipient, RECIPIENT_RULE)
export type ReportDraft = z.output<typeof ReportDraft>

/** `running` until it ended; `failed` for its reason. */
const REPORT_RUN_STATES = ['running', 'done', 'failed'] as const
/** Why a run failed: rights or scope of the account changed, or the figures cannot be made. */
export const REPORT_RUN_REASONS = [
  'account_not_in_force',
  'no_permission',
  'distributor_not_found',
  'device_group_not_found',
  'analysis_too_large',
  'no_mail_channel',
  'report_failed',
] as const
export type ReportRunReason = (typeof REPORT_RUN_REASONS)[number]

export const ReportRun = z.object({
  run_id: RowId,
  started_time: z.iso.datetime(),
  /** By schedule, or by hand. */
  scheduled: z.boolean(),
  state: z.enum(REPORT_RUN_STATES),
  reason: z.enum(REPORT_RUN_REASONS).nullable(),
  /** The file can still be fetched. */
  has_file: z.boolean(),
  /** Mails by what became of them. */
  mails: z.object({ sent: z.number().int(), waiting: z.number().int(), failed: z.number().int() }),
})
export type ReportRun = z.output<typeof ReportRun>

export const AnalysisReport = z.object({
  report_id: RowId,
  ...ReportDraft.shape,
  recipients: z.array(z.string()),
  paused: z.boolean(),
  /** Null = no schedule, or paused. */
  next_run_time: z.iso.datetime().nullable(),
  last_run: ReportRun.nullable(),
  /** The mail channel by which it leaves now; empty = there is none. */
  channel_name: z.string(),
  updated_at: z.iso.datetime(),
})
export type AnalysisReport = z.output<typeof AnalysisReport>

const ById = z.object({ id: RowIdText })
const exampleRun: ReportRun = {
  run_id: 71,
  started_time: '2026-11-23T06:00:04.000Z',
  scheduled: true,
  state: 'done',
  reason: null,
  has_file: true,
  mails: { sent: 2, waiting: 0, failed: 0 },
}
const example: AnalysisReport = {
  report_id: 5,
  report_name: 'Efficiency of Yuhang',
  figures: ['bins', 'cop'],
  cohorts: [{ agent_id: 12 }],
  period: 'last_30',
  language: 'en',
  time_zone: 'Asia/Shanghai',
  schedule: 'weekly',
  at_hour: 7,
  weekday: 1,
  month_day: 1,
  recipients: ['service@example.com'],
  paused: false,
  next_run_time: '2026-11-29T23:00:00.000Z',
  last_run: exampleRun,
  channel_name: 'Office mail',
  updated_at: '2026-11-20T08:00:00.000Z',
}

/** Saved reports of the analysis (product 3.13): each account has its own, made with its rights and scope of the moment. */
export const analysisReports = endpoints({
  analysisReports: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'GET',
    path: '/analysis/report/list',
    kind: 'read',
    about: { list: 'analysis_report' },
    result: z.array(AnalysisReport),
    fails: [],
    says: `The caller's own saved reports by name, at most ${LIMITS.reports_max}, with their last run.`,
    example: [example],
  },
  createAnalysisReport: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'POST',
    path: '/analysis/report/report-info',
    kind: 'change',
    about: 'unscoped',
    body: ReportDraft,
    result: AnalysisReport,
    fails: ['analysis_report_name_taken', 'analysis_reports_full', 'distributor_not_found', 'device_group_not_found'],
    says: 'Saves a selection of figures and cohorts under a name, and when it is sent to whom.',
    example,
  },
  editAnalysisReport: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'PUT',
    path: '/analysis/report/:id/report-info',
    kind: 'change',
    about: 'analysis_report',
    params: ById,
    body: z.object({ ...ReportDraft.shape, updated_at: z.iso.datetime() }).refine(hasRecipient, RECIPIENT_RULE),
    result: AnalysisReport,
    fails: ['not_found', 'analysis_report_name_taken', 'distributor_not_found', 'device_group_not_found', 'stale_edit'],
    says: 'Changes a saved report; its earlier files stay.',
    example,
  },
  deleteAnalysisReport: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'DELETE',
    path: '/analysis/report/:id/report-info',
    kind: 'change',
    about: 'analysis_report',
    params: ById,
    query: z.object({ updated_at: z.iso.datetime() }),
    result: z.null(),
    fails: ['not_found', 'stale_edit'],
    says: 'Removes a saved report with its files; mails that wait are not sent.',
    example: null,
  },
  pauseAnalysisReport: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'PUT',
    path: '/analysis/report/:id/paused',
    kind: 'change',
    about: 'analysis_report',
    params: ById,
    body: z.object({ paused: z.boolean() }),
    result: AnalysisReport,
    fails: ['not_found'],
    says: 'Pauses the schedule of a report, or goes on with the next time that is still to come.',
    example,
  },
  runAnalysisReport: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'POST',
    path: '/analysis/report/:id/run',
    kind: 'change',
    about: 'analysis_report',
    params: ById,
    result: ReportRun,
    fails: ['not_found', 'export_not_over'],
    says: 'Makes the file now and sends it to the recipients of the report, if it has any.',
    example: {
      ...exampleRun,
      scheduled: false,
      state: 'running',
      has_file: false,
      mails: { sent: 0, waiting: 0, failed: 0 },
    },
  },
  analysisReportRuns: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'GET',
    path: '/analysis/report/:id/runs',
    kind: 'read',
    about: 'analysis_report',
    params: ById,
    result: z.array(ReportRun),
    fails: ['not_found'],
    says: `The last runs of a report, the newest first, at most ${LIMITS.report_runs_max}.`,
    example: [exampleRun],
  },
  analysisReportFile: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'GET',
    path: '/analysis/report/:id/file',
    kind: 'read',
    about: 'analysis_report',
    params: ById,
    query: z.object({ run_id: RowIdText }),
    gives: 'file',
    result: z.null(),
    fails: ['not_found', 'export_not_done'],
    says: 'The PDF of a run.',
    example: null,
  },
  analysisReportPdf: {
    of: 'analysis-report',
    needs: 'analysis:report',
    closed_to_api_tokens: true,
    method: 'POST',
    path: '/analysis/report/pdf',
    kind: 'read',
    about: 'unscoped',
    body: ReportContent,
    gives: 'file',
    result: z.null(),
    fails: [
      'distributor_not_found',
      'device_group_not_found',
      'analysis_too_large',
      'sheets_waiting',
      'sheet_too_large',
    ],
    says: 'A selection of figures as PDF, without saving it.',
    example: null,
  },
})
