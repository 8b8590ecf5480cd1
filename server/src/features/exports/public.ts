export { createExport } from './create-export.ts'
export type { ExportPage, PageColumn } from './page.ts'
export type { ExportDeps, ExportLimits } from './run-export.ts'
export type { Cell, ExportRow, ExportSource, ExportSources, StreamedExport } from './source.ts'
