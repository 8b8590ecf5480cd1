import type {
  ReportCohort,
  ReportPeriod,
  ReportRun,
  ReportRunReason,
  ReportSchedule,
} from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import type { ReportFigureId } from '@heatfleet/contract/analysis-reports/figures.ts'
import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of saved reports of the analysis. */
export type AnalysisReportTables = {
  analysis_reports: {
    report_id: Generated<number>
    uid: number
    report_name: string
    figures: ReportFigureId[]
    cohorts: JSONColumnType<ReportCohort[]>
    period: ReportPeriod
    language: MessageLanguage
    time_zone: string
    schedule: ReportSchedule
    at_hour: number
    weekday: number
    month_day: number
    recipients: string[]
    paused: Generated<boolean>
    next_run_at: Time | null
    created_at: Time
    updated_at: Time
  }
  analysis_report_runs: {
    run_id: Generated<number>
    report_id: number
    scheduled: boolean
    state: ReportRun['state']
    reason: ReportRunReason | null
    file: Buffer | null
    started_at: Time
    ended_at: Time | null
  }
}
