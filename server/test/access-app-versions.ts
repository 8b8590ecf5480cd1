import type { appVersions } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { AccessRow } from './access-table.ts'

/** An app of the stage that the owners of its devices signed in to, and nobody else. */
export const COUNTED_APP = 4_711
/** An app that is not there: whoever has the right is told so. */
const NOWHERE = 999_999
const draft = { app_id: NOWHERE, platform: 'ios', version: '1.0', build: 1 } as const

/** How the calls about versions of apps meet row rights: versions are the manufacturer's, the right alone decides. */
export const APP_VERSION_ACCESS: { [Name in keyof typeof appVersions]: AccessRow<Name> | readonly AccessRow<Name>[] } =
  {
    appVersionList: { about: 'own', request: () => ({}) },
    appVersionShares: {
      about: 'list',
      request: () => ({ params: { id: COUNTED_APP } }),
      shown: ({ users }) => ({ people: users }),
    },
    createAppVersion: { about: 'own', request: () => ({ body: draft }), refusal: 'app_not_found' },
    editAppVersion: {
      about: 'own',
      request: () => ({ params: { id: NOWHERE }, body: draft }),
      refusal: 'app_version_not_found',
    },
    deleteAppVersion: { about: 'own', request: () => ({ params: { id: NOWHERE } }), refusal: 'app_version_not_found' },
    releaseAppVersion: {
      about: 'own',
      request: () => ({ params: { id: NOWHERE }, body: {} }),
      refusal: 'app_version_not_found',
    },
    stageAppVersion: {
      about: 'own',
      request: () => ({ params: { id: NOWHERE }, body: { staged_percent: 50 } }),
      refusal: 'app_version_not_found',
    },
    pauseAppVersion: { about: 'own', request: () => ({ params: { id: NOWHERE } }), refusal: 'app_version_not_found' },
    withdrawAppVersion: {
      about: 'own',
      request: () => ({ params: { id: NOWHERE } }),
      refusal: 'app_version_not_found',
    },
  }
