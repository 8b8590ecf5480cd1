export { PdfButton } from './pdf-button.tsx'
export { ReportForm } from './report-form.tsx'
export { ReportsTab } from './reports-tab.tsx'
