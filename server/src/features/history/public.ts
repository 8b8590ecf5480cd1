export { type ReportsDeps, readReports } from './read-reports.ts'
