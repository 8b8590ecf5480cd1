import type { AppContext } from '../../app-context.ts'
import type { Layouts } from '../products/public.ts'
import { analysisHandlers } from './handlers.ts'
import { analysisDayHandlers } from './handlers-days.ts'
import { analysisDetectorHandlers } from './handlers-detectors.ts'
import { analysisFaultHandlers } from './handlers-faults.ts'

export { toDetectorDay } from './detector-days.ts'
export { type DetectorDay, findingOf } from './detectors.ts'
export { DETECTOR_COLUMNS } from './store-days.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'exports_folder'> & { layouts: Layouts }

/** The calls of the analysis, for what is made of its answers. */
export const analysisCalls = (deps: Deps) => ({
  ...analysisHandlers(deps),
  ...analysisFaultHandlers(deps),
  ...analysisDayHandlers(deps),
  ...analysisDetectorHandlers(deps),
})
export type AnalysisCalls = ReturnType<typeof analysisCalls>
