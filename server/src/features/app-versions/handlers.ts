import { rm } from 'node:fs/promises'
import {
  type AppVersionDraft,
  type appVersions,
  PACKAGE_PLATFORMS,
} from '@heatfleet/contract/app-versions/app-versions.ts'
import type { appPackages } from '@heatfleet/contract/app-versions/packages.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppVersionState } from '@heatfleet/contract/transitions.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import { isViolation } from '../../platform/violations.ts'
import { assertHigher, assertReleasable, changesOf, nameOf, readVersion, toAppVersion } from './app-version.ts'
import { appLatestVersionHandlers } from './handlers-latest.ts'
import { appPackageHandlers } from './handlers-packages.ts'
import { packagePath, packageUploadPath } from './package-files.ts'
import {
  countVersions,
  deleteDraft,
  insertVersion,
  isApp,
  listVersions,
  lockApp,
  moveVersion,
  raiseStage,
  updateDraft,
} from './store.ts'

type Db = Kysely<Tables>
type Deps = Pick<AppContext, 'database' | 'clock' | 'firmware_folder' | 'secret_key' | 'config'>

/** Versions of the apps: drafted and released with separate rights (product 3.34). */
export const appVersionHandlers = (deps: Deps) => {
  const { clock, firmware_folder } = deps
  const { db } = deps.database
  const now = () => new Date(clock.now())
  const read = ({ scopes }: Pick<Caller, 'scopes'>, version_id: number, from: Db = db) =>
    readVersion(from, scopes.appuser, version_id)
  /** A state change without further input. */
  const move = async (version_id: number, to: AppVersionState, caller: Caller) => {
    const before = await read(caller, version_id)
    if (!(await moveVersion(db, version_id, to, { at: now(), by_uid: caller.uid })))
      throw new Refusal('app_version_state')
    return { before, after: await read(caller, version_id) }
  }

  return {
    ...appPackageHandlers(deps),
    ...appLatestVersionHandlers(deps),

    appVersionList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const { rows, total } = await listVersions(db, caller.scopes.appuser, body, {
        offset: (pageNo - 1) * size,
        limit: size,
      })
      return { list: rows.map(toAppVersion), total, pageNo, size }
    },

    appVersionShares: async ({ params }, { caller }) => {
      if (!(await isApp(db, params.id))) throw new Refusal('app_not_found')
      return countVersions(db, caller.scopes.appuser, params.id)
    },

    createAppVersion: async ({ body }, { caller, note }) => {
      const version_id = await db.transaction().execute(async (tx) => {
        await assertHigher(tx, body, null)
        return insertVersion(tx, body, { at: now(), by_uid: caller.uid }).catch(refuseTaken(body))
      })
      note({ object: `app-version ${version_id}`, detail: { after: body } })
      return read(caller, version_id)
    },

    editAppVersion: async ({ params, body }, { caller, note }) => {
      const before = await read(caller, params.id)
      note({ object: `app-version ${params.id}`, detail: changesOf(before, body) })
      if (before.package !== null && !PACKAGE_PLATFORMS.has(body.platform))
        throw new Refusal('package_platform', { field: 'platform' })
      await db.transaction().execute(async (tx) => {
        await assertHigher(tx, body, params.id)
        if (!(await updateDraft(tx, params.id, body, now()).catch(refuseTaken(body))))
          throw new Refusal('app_version_state')
      })
      return read(caller, params.id)
    },

    deleteAppVersion: async ({ params }, { caller, note }) => {
      const before = await read(caller, params.id)
      note({ object: `app-version ${params.id}`, detail: nameOf(before) })
      if (!(await deleteDraft(db, params.id))) throw new Refusal('app_version_state')
      for (const path of [packagePath, packageUploadPath]) await rm(path(firmware_folder, params.id), { force: true })
      return null
    },

    releaseAppVersion: async ({ params, body }, { caller, note }) => {
      const before = await read(caller, params.id)
      note({ object: `app-version ${params.id}`, detail: nameOf(before) })
      await db.transaction().execute(async (tx) => {
        await lockApp(tx, before.app_id)
        // Read again under the lock.
        const version = await read(caller, params.id, tx)
        await assertReleasable(tx, version, body.confirm_version)
        if (!(await moveVersion(tx, params.id, 'released', { at: now(), by_uid: caller.uid })))
          throw new Refusal('app_version_state')
      })
      const after = await read(caller, params.id)
      note({ detail: { ...nameOf(after), ...changesOf(before, { status: after.status }) } })
      return after
    },

    stageAppVersion: async ({ params, body }, { caller, note }) => {
      const before = await read(caller, params.id)
      note({ object: `app-version ${params.id}`, detail: { ...nameOf(before), ...changesOf(before, body) } })
      if (before.status !== 'released') throw new Refusal('app_version_state')
      if (!(await raiseStage(db, params.id, body.staged_percent, now()))) {
        const { staged_percent } = await read(caller, params.id)
        throw new Refusal('staged_not_higher', { field: 'staged_percent', details: { percent: staged_percent } })
      }
      return read(caller, params.id)
    },

    pauseAppVersion: async ({ params }, { caller, note }) => {
      note({ object: `app-version ${params.id}` })
      const { before, after } = await move(params.id, 'paused', caller)
      note({ detail: { ...nameOf(after), ...changesOf(before, { status: after.status }) } })
      return after
    },

    withdrawAppVersion: async ({ params }, { caller, note }) => {
      note({ object: `app-version ${params.id}` })
      const { before, after } = await move(params.id, 'withdrawn', caller)
      note({ detail: { ...nameOf(after), ...changesOf(before, { status: after.status }) } })
      return after
    },
  } satisfies Pick<Handlers, keyof typeof appVersions | keyof typeof appPackages | 'appLatestVersion'>
}

/** Another draft of the same version. */
const refuseTaken =
  ({ version }: Pick<AppVersionDraft, 'version'>) =>
  (error: unknown): never => {
    if (isViolation(error, 'unique'))
      throw new Refusal('version_not_higher', { field: 'version', details: { version } })
    throw error
  }
