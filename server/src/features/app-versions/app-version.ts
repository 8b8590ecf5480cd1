import type { AppVersion, AppVersionDraft } from '@heatfleet/contract/app-versions/app-versions.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { compareVersions } from '@heatfleet/contract/version-number.ts'
import type { Kysely } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { findHighestReleased, findVersion, lockApp, type VersionRow } from './store.ts'

type Db = Kysely<Tables>

/** A version must be higher than all released ones of its app, platform and channel. Locks the app. */
export const assertHigher = async (
  tx: Db,
  draft: Pick<AppVersionDraft, 'app_id' | 'platform' | 'channel' | 'version'>,
  version_id: number | null,
): Promise<void> => {
  if (!(await lockApp(tx, draft.app_id))) throw new Refusal('app_not_found', { field: 'app_id' })
  const highest = await findHighestReleased(tx, draft, version_id)
  if (highest !== null && compareVersions(draft.version, highest) <= 0)
    throw new Refusal('version_not_higher', { field: 'version', details: { version: highest } })
}

/** Phones need a file or a store to get a version from; a mini program is fetched by its messenger. */
const assertComplete = ({ platform, store_url, package: file }: AppVersion): void => {
  if (platform !== 'wechat' && store_url === '' && file === null)
    throw new Refusal('version_without_file', { field: 'store_url' })
}

/** What releasing demands, now or at a time. `tx` holds the lock of the app. */
export const assertReleasable = async (tx: Db, version: AppVersion, confirm_version: string): Promise<void> => {
  if (version.status === 'draft' || version.status === 'scheduled') await assertHigher(tx, version, version.version_id)
  assertComplete(version)
  if (version.update_type === 'forced' && confirm_version !== version.version)
    throw new Refusal('confirmation_mismatch', { field: 'confirm_version' })
}

/** A version as the console receives it; `scope` is of the people counted. */
export const readVersion = async (db: Db, scope: Scope, version_id: number): Promise<AppVersion> => {
  const row = await findVersion(db, scope, version_id)
  if (row === null) throw new Refusal('app_version_not_found')
  return toAppVersion(row)
}

export const toAppVersion = ({
  created_at,
  released_at,
  updated_at,
  scheduled_at,
  state,
  ...row
}: VersionRow): AppVersion => ({
  ...row,
  status: state,
  create_time: created_at.toISOString(),
  scheduled_time: scheduled_at?.toISOString() ?? null,
  release_time: released_at?.toISOString() ?? null,
  update_time: updated_at.toISOString(),
})

/** Object of the audit entry. */
export const nameOf = ({ app_name, platform, version }: AppVersion) => ({ app_name, platform, version })

/** Old and new value of the fields that differ. */
export const changesOf = (before: AppVersion, after: Partial<AppVersion>) => {
  const fields = (Object.keys(after) as (keyof AppVersion)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (from: Partial<AppVersion>) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { before: pick(before), after: pick(after) }
}
