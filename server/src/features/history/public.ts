export { listReportHeads, type ReportHead, readFrame } from './read-frames.ts'
export { fetchHotReports, type HotReports, type ReportsDeps, readReports } from './read-reports.ts'
export { roundedFigure } from './reduce.ts'
