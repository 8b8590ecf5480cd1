import { api } from '@heatfleet/contract/api.ts'
import type { AppVersionDraft } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { AppVersionState } from '@heatfleet/contract/transitions.ts'
import type { Connections } from '../src/platform/db.ts'
import { registerApp, type TestApp } from './app-client.ts'
import type { TestConsole } from './console-world.ts'
import { refusalOf } from './refusals.ts'

/** `ok`, or the refusal with field, rule and numbers where it has them. */
export const outcome = (answer: Promise<unknown>) => refusalOf(answer, 'rule', 'version', 'percent')

export const STORE = 'https://example.com/store/home'

/** A version as it is entered. */
export const draftOf = (app_id: number, version: string, part: Partial<AppVersionDraft> = {}) =>
  ({ app_id, platform: 'android', version, build: 1, store_url: STORE, ...part }) as const

type Confirm = { confirm_version?: string }
export const BATCH_ACTION_NAMES = [
  'edit',
  'delete',
  'release',
  'schedule',
  'unschedule',
  'stage',
  'pause',
  'withdraw',
] as const
/** What may be done with a version. */
export type VersionAction = (typeof BATCH_ACTION_NAMES)[number]

/** Steps with versions of apps on a real console; `admin` does what nobody else is named for. */
export const versionSteps = (database: Connections, console_: TestConsole, admin: Call) => {
  let made = 0
  /** An app of its own for each test. */
  const newApp = (): Promise<TestApp> => {
    made += 1
    return registerApp(database.db, console_.base_url, `App ${made}`)
  }
  const create = (app_id: number, version: string, part: Partial<AppVersionDraft> = {}) =>
    admin(api.createAppVersion, { body: draftOf(app_id, version, part) })
  const actions = {
    edit: (id: number, call = admin, body = draftOf(1, '9.9')) => call(api.editAppVersion, { params: { id }, body }),
    delete: (id: number, call = admin) => call(api.deleteAppVersion, { params: { id } }),
    release: (id: number, call = admin, body: Confirm = {}) => call(api.releaseAppVersion, { params: { id }, body }),
    schedule: (id: number, call = admin, release_time = new Date(Date.now() + 3_600_000).toISOString()) =>
      call(api.scheduleAppVersion, { params: { id }, body: { release_time } }),
    unschedule: (id: number, call = admin) => call(api.unscheduleAppVersion, { params: { id } }),
    stage: (id: number, call = admin, staged_percent = 100) =>
      call(api.stageAppVersion, { params: { id }, body: { staged_percent } }),
    pause: (id: number, call = admin) => call(api.pauseAppVersion, { params: { id } }),
    withdraw: (id: number, call = admin) => call(api.withdrawAppVersion, { params: { id } }),
  } satisfies Record<VersionAction, unknown>
  const released = async (app_id: number, version: string, part: Partial<AppVersionDraft> = {}) => {
    const { version_id } = await create(app_id, version, part)
    return actions.release(version_id, admin, { confirm_version: version })
  }
  const rowOf = (id: number) =>
    database.db.selectFrom('app_versions').selectAll().where('version_id', '=', id).executeTakeFirst()
  /** A version that stands in this state, told to a tenth. */
  const versionIn = async (state: AppVersionState) => {
    const { app_id } = await newApp()
    const { version_id } = await create(app_id, '1.0', { staged_percent: 10 })
    for (const action of WAYS[state]) await actions[action](version_id)
    return { app_id, version_id }
  }
  return { newApp, create, actions, released, rowOf, versionIn }
}

const WAYS = {
  draft: [],
  scheduled: ['schedule'],
  released: ['release'],
  paused: ['release', 'pause'],
  withdrawn: ['release', 'withdraw'],
} as const satisfies Record<AppVersionState, readonly VersionAction[]>
