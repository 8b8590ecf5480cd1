export { drawBranded, minuteText } from './draw-branded.ts'
export type { DrawnFigure } from './draw-report.ts'
export { type ReportTexts, reportTexts } from './report-texts.ts'
