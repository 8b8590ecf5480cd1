import type { AppContext } from '../../app-context.ts'
import type { ReportsDeps } from '../history/public.ts'
import { ownerExportHandlers } from './handlers-export.ts'
import { dataGrantHandlers } from './handlers-grants.ts'
import { ownerReadHandlers } from './handlers-read.ts'

export { findDataRecipient } from './public.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log' | 'exports_folder'> &
  Pick<ReportsDeps, 'layouts'> & {
    /** Ends waits when the server closes. */
    waits: AbortController
  }

/** The data of a unit for its owner and the third parties he names. */
export const ownerDataHandlers = (deps: Deps) => ({
  ...ownerReadHandlers({ ...deps, closing: deps.waits.signal }),
  ...ownerExportHandlers(deps),
  ...dataGrantHandlers(deps),
})
