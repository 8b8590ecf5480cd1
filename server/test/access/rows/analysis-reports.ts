import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const CONTENT = {
  report_name: 'New',
  figures: ['funnel' as const],
  // No person sees this distributor: nothing is saved, and nothing drawn.
  cohorts: [{ agent_id: NOWHERE }],
  period: 'last_30' as const,
  language: 'en' as const,
  time_zone: 'UTC',
}
const DRAFT = { ...CONTENT, schedule: 'none' as const, at_hour: 7, weekday: 1, month_day: 1, recipients: [] }

/** Each report is its account's alone. */
export const rows: AccessRows = {
  createAnalysisReport: { sends: { body: DRAFT }, answers: 'distributor_not_found' },
  editAnalysisReport: { sends: { body: { ...DRAFT, cohorts: [{}], updated_at } }, answers: 'stale_edit' },
  deleteAnalysisReport: { sends: { query: { updated_at } }, answers: 'stale_edit' },
  pauseAnalysisReport: { sends: { body: { paused: true } } },
  analysisReportFile: { sends: { query: { run_id: NOWHERE } }, answers: 'export_not_done' },
  analysisReportPdf: { sends: { body: CONTENT }, answers: 'distributor_not_found' },
}
