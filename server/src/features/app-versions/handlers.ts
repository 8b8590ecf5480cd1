import type { AppVersion, AppVersionDraft } from '@heatfleet/contract/app-versions/app-versions.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppVersionState } from '@heatfleet/contract/transitions.ts'
import { compareVersions } from '@heatfleet/contract/version-number.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import { isViolation } from '../../platform/violations.ts'
import {
  countVersions,
  deleteDraft,
  findHighestReleased,
  findVersion,
  insertVersion,
  isApp,
  listVersions,
  lockApp,
  moveVersion,
  raiseStage,
  updateDraft,
  type VersionRow,
} from './store.ts'

type Db = Kysely<Tables>
type Deps = Pick<AppContext, 'database' | 'clock'>
type Names =
  | 'appVersionList'
  | 'appVersionShares'
  | 'createAppVersion'
  | 'editAppVersion'
  | 'deleteAppVersion'
  | 'releaseAppVersion'
  | 'stageAppVersion'
  | 'pauseAppVersion'
  | 'withdrawAppVersion'

/** Versions of the apps: drafted and released with separate rights (product 3.34). */
export const appVersionHandlers = ({ database: { db }, clock }: Deps) => {
  const now = () => new Date(clock.now())
  const read = async (version_id: number, from: Db = db): Promise<AppVersion> => {
    const row = await findVersion(from, version_id)
    if (row === null) throw new Refusal('app_version_not_found')
    return toAppVersion(row)
  }
  /** A state change without further input. */
  const move = async (version_id: number, to: AppVersionState, by_uid: number) => {
    const before = await read(version_id)
    if (!(await moveVersion(db, version_id, to, { at: now(), by_uid }))) throw new Refusal('app_version_state')
    return { before, after: await read(version_id) }
  }

  return {
    appVersionList: async ({ query: { pageNo, size }, body }) => {
      const { rows, total } = await listVersions(db, body, { offset: (pageNo - 1) * size, limit: size })
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
      return read(version_id)
    },

    editAppVersion: async ({ params, body }, { note }) => {
      const before = await read(params.id)
      note({ object: `app-version ${params.id}`, detail: changesOf(before, body) })
      await db.transaction().execute(async (tx) => {
        await assertHigher(tx, body, params.id)
        if (!(await updateDraft(tx, params.id, body, now()).catch(refuseTaken(body))))
          throw new Refusal('app_version_state')
      })
      return read(params.id)
    },

    deleteAppVersion: async ({ params }, { note }) => {
      const before = await read(params.id)
      note({ object: `app-version ${params.id}`, detail: nameOf(before) })
      if (!(await deleteDraft(db, params.id))) throw new Refusal('app_version_state')
      return null
    },

    releaseAppVersion: async ({ params, body }, { caller, note }) => {
      const before = await read(params.id)
      note({ object: `app-version ${params.id}`, detail: nameOf(before) })
      await db.transaction().execute(async (tx) => {
        await lockApp(tx, before.app_id)
        // Read again under the lock.
        const version = await read(params.id, tx)
        if (version.status === 'draft') await assertHigher(tx, version, params.id)
        assertComplete(version)
        if (version.update_type === 'forced' && body.confirm_version !== version.version)
          throw new Refusal('confirmation_mismatch', { field: 'confirm_version' })
        if (!(await moveVersion(tx, params.id, 'released', { at: now(), by_uid: caller.uid })))
          throw new Refusal('app_version_state')
      })
      const after = await read(params.id)
      note({ detail: { ...nameOf(after), ...changesOf(before, { status: after.status }) } })
      return after
    },

    stageAppVersion: async ({ params, body }, { note }) => {
      const before = await read(params.id)
      note({ object: `app-version ${params.id}`, detail: { ...nameOf(before), ...changesOf(before, body) } })
      if (before.status !== 'released') throw new Refusal('app_version_state')
      if (!(await raiseStage(db, params.id, body.staged_percent, now()))) {
        const { staged_percent } = await read(params.id)
        throw new Refusal('staged_not_higher', { field: 'staged_percent', details: { percent: staged_percent } })
      }
      return read(params.id)
    },

    pauseAppVersion: async ({ params }, { caller, note }) => {
      note({ object: `app-version ${params.id}` })
      const { before, after } = await move(params.id, 'paused', caller.uid)
      note({ detail: { ...nameOf(after), ...changesOf(before, { status: after.status }) } })
      return after
    },

    withdrawAppVersion: async ({ params }, { caller, note }) => {
      note({ object: `app-version ${params.id}` })
      const { before, after } = await move(params.id, 'withdrawn', caller.uid)
      note({ detail: { ...nameOf(after), ...changesOf(before, { status: after.status }) } })
      return after
    },
  } satisfies Pick<Handlers, Names>
}

/** A version must be higher than all released ones of its app and platform. Locks the app. */
const assertHigher = async (
  tx: Db,
  draft: Pick<AppVersionDraft, 'app_id' | 'platform' | 'version'>,
  version_id: number | null,
): Promise<void> => {
  if (!(await lockApp(tx, draft.app_id))) throw new Refusal('app_not_found', { field: 'app_id' })
  const highest = await findHighestReleased(tx, draft, version_id)
  if (highest !== null && compareVersions(draft.version, highest) <= 0)
    throw new Refusal('version_not_higher', { field: 'version', details: { version: highest } })
}

/** Another draft of the same version. */
const refuseTaken =
  ({ version }: Pick<AppVersionDraft, 'version'>) =>
  (error: unknown): never => {
    if (isViolation(error, 'unique'))
      throw new Refusal('version_not_higher', { field: 'version', details: { version } })
    throw error
  }

/** A released version needs a store address; a mini program is fetched by its messenger. */
const assertComplete = ({ platform, store_url }: AppVersion): void => {
  if (platform !== 'wechat' && store_url === '') throw new Refusal('store_url_wrong', { field: 'store_url' })
}

const toAppVersion = ({ created_at, released_at, updated_at, state, ...row }: VersionRow): AppVersion => ({
  ...row,
  status: state,
  create_time: created_at.toISOString(),
  release_time: released_at?.toISOString() ?? null,
  update_time: updated_at.toISOString(),
})

/** Object of the audit entry. */
const nameOf = ({ app_name, platform, version }: AppVersion) => ({ app_name, platform, version })

/** Old and new value of the fields that differ. */
const changesOf = (before: AppVersion, after: Partial<AppVersion>) => {
  const fields = (Object.keys(after) as (keyof AppVersion)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (from: Partial<AppVersion>) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { before: pick(before), after: pick(after) }
}
