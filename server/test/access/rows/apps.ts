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
  appPackageUpload: { sends: { body: { file_name: 'a.apk', size: 4, sha256: 'a'.repeat(64) } }, answers },
  appPackagePart: { sends: { body: { offset: 0, data: 'UEsDBA==' } }, answers },
  appPackageFinish: { answers },
  appPackageDelete: { answers },
  appPackageFile: { answers },
  scheduleAppVersion: { sends: { body: { release_time: '2999-01-01T00:00:00.000Z' } }, answers },
  unscheduleAppVersion: { answers },
}
