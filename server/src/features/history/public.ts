export { type FetchedReports, fetchReports, type ReportsDeps, readReports } from './read-reports.ts'
export { roundedFigure } from './reduce.ts'
