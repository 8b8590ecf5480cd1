export type { Cell, ExportRow, ExportSource, ExportSources } from './source.ts'
