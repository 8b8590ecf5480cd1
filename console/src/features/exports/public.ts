import { lazy } from 'react'

/** Used by the shell, by lists and by other features. */
export {
  ExportButton,
  type ExportColumn,
  type FilterOf,
  useExport,
} from './export-button.tsx'
export { ExportSelected } from './export-selected.tsx'
export { JobCentre } from './job-centre.tsx'

/** Loaded when it is shown: its list is made with the very parts that are exported here. */
export const JobLists = lazy(async () => ({ default: (await import('./my-exports.tsx')).JobLists }))
