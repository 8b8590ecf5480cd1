export { PdfButton } from './pdf-button.tsx'
export { ReportForm, type ReportSelection } from './report-form.tsx'
export { ReportsTab } from './reports-tab.tsx'
