import type { AccessRows } from '../rows.ts'
import { COUNTED_APP, NOWHERE } from '../stage.ts'

const draft = { app_id: NOWHERE, platform: 'ios', version: '1.0', build: 1 } as const
const answers = 'app_version_not_found'

/** Apps and their versions belong to the manufacturer: the right alone decides. */
export const rows: AccessRows = {
  // The stage has an app of this name.
  createApplication: { sends: { body: { app_name: 'Home' } }, answers: 'app_name_taken' },
  editApplication: { sends: { body: { app_name: 'Home' } }, answers: 'app_not_found' },
  disableApplication: { sends: { body: { disabled: true } }, answers: 'app_not_found' },
  rotateApplication: { sends: { body: { what: 'secret' } }, answers: 'app_not_found' },
  appVersionShares: { sends: { params: { id: COUNTED_APP } } },
  createAppVersion: { sends: { body: draft }, answers: 'app_not_found' },
  editAppVersion: { sends: { body: draft }, answers },
  deleteAppVersion: { answers },
  releaseAppVersion: { sends: { body: {} }, answers },
  stageAppVersion: { sends: { body: { staged_percent: 50 } }, answers },
  pauseAppVersion: { answers },
  withdrawAppVersion: { answers },
}
