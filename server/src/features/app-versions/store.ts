import type {
  AppVersionDraft,
  AppVersionFilter,
  ReleaseChannel,
} from '@heatfleet/contract/app-versions/app-versions.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type AppVersionState, versionStatesBefore } from '@heatfleet/contract/transitions.ts'
import { versionKey } from '@heatfleet/contract/version-number.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { appUsersWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const versions = (db: Db) =>
  db
    .selectFrom('app_versions')
    .innerJoin('applications', 'applications.app_id', 'app_versions.app_id')
    .leftJoin('accounts', (join) =>
      join.on('accounts.uid', '=', sql<number>`coalesce(app_versions.released_by, app_versions.created_by)`),
    )

const COLUMNS = [
  'app_versions.version_id',
  'app_versions.app_id',
  'applications.app_name',
  // Written by this feature only, which validates the platforms.
  sql<AppVersionDraft['platform']>`app_versions.platform`.as('platform'),
  'app_versions.version',
  'app_versions.build',
  'app_versions.min_os',
  'app_versions.update_type',
  'app_versions.minimum_version',
  'app_versions.staged_percent',
  'app_versions.notes',
  'app_versions.store_url',
  'app_versions.channel',
  'app_versions.countries',
  'app_versions.scheduled_at',
  'app_versions.package',
  'app_versions.downloads',
  'app_versions.state',
  'app_versions.created_at',
  'app_versions.released_at',
  'app_versions.updated_at',
  sql<string>`coalesce(accounts.user_name, '')`.as('publisher'),
] as const

/** People in scope who signed in with a version last. */
const installsWithin = (scope: Scope) =>
  sql<number>`(select count(*)::int from app_users where app_users.app_id = app_versions.app_id
    and app_users.platform = app_versions.platform and app_users.app_version = app_versions.version
    and last_login_at is not null and erased_at is null and ${appUsersWithin(scope, 'app_users')})`.as('installs')

/**
 * One version, or null. Versions belong to the manufacturer, as the apps do: only the right decides visibility; `scope` is of the
 * people counted.
 */
export const findVersion = async (db: Db, scope: Scope, version_id: number) =>
  (await versions(db)
    .select(COLUMNS)
    .select(installsWithin(scope))
    .where('version_id', '=', version_id)
    .executeTakeFirst()) ?? null
export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

/** A part of the versions that match: on the screen by app and platform, the highest version first. */
export const listVersions = <Part extends ListPart>(
  db: Db,
  scope: Scope,
  filter: AppVersionFilter,
  part: Part,
): Promise<ListPage<VersionRow, Part>> => {
  const matching = versions(db).where((is) => is.and(conditionsOf(filter)))
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS).select(installsWithin(scope)),
      order: (rows) =>
        rows
          .orderBy('applications.app_name')
          .orderBy('app_versions.platform')
          .orderBy('app_versions.version_key', 'desc'),
      key: 'app_versions.version_id',
    },
    part,
  )
}

const conditionsOf = (filter: AppVersionFilter): Expression<SqlBool>[] => {
  const time = sql`coalesce(app_versions.released_at, app_versions.created_at)`
  const { version_id, app_id, platform, status, update_type, channel, country, from, to } = filter
  return [
    version_id === undefined ? null : sql<SqlBool>`app_versions.version_id = ${version_id}`,
    app_id === undefined ? null : sql<SqlBool>`app_versions.app_id = ${app_id}`,
    platform === undefined ? null : sql<SqlBool>`app_versions.platform = ${platform}`,
    status === undefined ? null : sql<SqlBool>`app_versions.state = ${status}`,
    update_type === undefined ? null : sql<SqlBool>`app_versions.update_type = ${update_type}`,
    channel === undefined ? null : sql<SqlBool>`app_versions.channel = ${channel}`,
    country === undefined
      ? null
      : sql<SqlBool>`(app_versions.countries = '{}' or ${country} = any(app_versions.countries))`,
    from === undefined ? null : sql<SqlBool>`${time} >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`${time} <= ${new Date(to)}`,
  ].filter((condition) => condition !== null)
}

/** Locks the versions of an app until the transaction ends; false when there is no such app. */
export const lockApp = async (tx: Db, app_id: number): Promise<boolean> =>
  (await tx
    .selectFrom('applications')
    .select('app_id')
    .where('app_id', '=', app_id)
    // Not `for update`, which would block sign-ups.
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/** The highest version of an app, platform and channel that was ever released, except this one; null = none. */
export const findHighestReleased = async (
  tx: Db,
  { app_id, platform, channel }: Pick<AppVersionDraft, 'app_id' | 'platform' | 'channel'>,
  except_version_id: number | null,
): Promise<string | null> => {
  const row = await tx
    .selectFrom('app_versions')
    .select('version')
    .where('app_id', '=', app_id)
    .where('platform', '=', platform)
    .where('channel', '=', channel)
    .where('state', 'not in', ['draft', 'scheduled'])
    .where('version_id', '<>', except_version_id ?? 0)
    .orderBy('version_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? null
}

const valuesOf = ({ notes, ...draft }: AppVersionDraft) => ({
  ...draft,
  notes: JSON.stringify(notes),
  version_key: versionKey(draft.version),
})

/** Inserts a draft; an existing version is a unique violation. */
export const insertVersion = async (
  db: Db,
  draft: AppVersionDraft,
  creation: { at: Date; by_uid: number | null },
): Promise<number> => {
  const { version_id } = await db
    .insertInto('app_versions')
    .values({ ...valuesOf(draft), created_by: creation.by_uid, created_at: creation.at, updated_at: creation.at })
    .returning('version_id')
    .executeTakeFirstOrThrow()
  return version_id
}

/** Changes a draft; false when it is no longer a draft. */
export const updateDraft = async (db: Db, version_id: number, draft: AppVersionDraft, at: Date): Promise<boolean> => {
  const done = await db
    .updateTable('app_versions')
    .set({ ...valuesOf(draft), updated_at: at })
    .where('version_id', '=', version_id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Deletes a draft; false when it is no longer a draft. */
export const deleteDraft = async (db: Db, version_id: number): Promise<boolean> => {
  const done = await db
    .deleteFrom('app_versions')
    .where('version_id', '=', version_id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Changes the state of a version; false when the transition is not legal from its current state. */
export const moveVersion = async (
  db: Db,
  version_id: number,
  to: AppVersionState,
  act: { at: Date; by_uid: number | null },
): Promise<boolean> => {
  const first =
    to === 'draft'
      ? { released_by: null }
      : to === 'released'
        ? { released_by: act.by_uid, released_at: sql<Date>`coalesce(released_at, ${act.at})` }
        : {}
  const done = await db
    .updateTable('app_versions')
    .set({ state: to, scheduled_at: null, updated_at: act.at, ...first })
    .where('version_id', '=', version_id)
    .where('state', '=', sql<AppVersionState>`any(${versionStatesBefore(to)}::text[])`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Increases the staged share of a released version; false when it is not released or the share is not higher. */
export const raiseStage = async (db: Db, version_id: number, staged_percent: number, at: Date): Promise<boolean> => {
  const done = await db
    .updateTable('app_versions')
    .set({ staged_percent, updated_at: at })
    .where('version_id', '=', version_id)
    .where('state', '=', 'released')
    .where('staged_percent', '<', staged_percent)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The released versions of an app, platform and channels above an installed one, the highest first. */
export const listReleasedAbove = (
  db: Db,
  { app_id, platform, version }: Pick<AppVersionDraft, 'app_id' | 'platform' | 'version'>,
  channels: readonly ReleaseChannel[],
) =>
  db
    .selectFrom('app_versions')
    .select([
      'version_id',
      'version',
      'build',
      'min_os',
      'update_type',
      'minimum_version',
      'staged_percent',
      'notes',
      'store_url',
      'countries',
      'package',
      'released_at',
    ])
    .where('app_id', '=', app_id)
    .where('platform', '=', platform)
    .where('channel', 'in', [...channels])
    .where('state', '=', 'released')
    .where('version_key', '>', sql<number[]>`${versionKey(version)}::int[]`)
    .orderBy('version_key', 'desc')
    .limit(LIMITS.versions_compared_max)
    .execute()

/** Versions of an app by the last sign-in of app users in scope, most frequent first, with the total. */
export const countVersions = async (db: Db, scope: Scope, app_id: number) => {
  const rows = await db
    .selectFrom('app_users')
    .select([
      'platform',
      'app_version',
      sql<number>`count(*)::int`.as('users'),
      sql<number>`(sum(count(*)) over ())::int`.as('all_users'),
    ])
    .where('app_id', '=', app_id)
    .where('last_login_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where(appUsersWithin(scope, 'app_users'))
    .groupBy(['platform', 'app_version'])
    .orderBy('users', 'desc')
    .orderBy('platform')
    .orderBy('app_version', 'desc')
    .limit(LIMITS.version_shares_max)
    .execute()
  const users = rows[0]?.all_users ?? 0
  const shares = rows.map(({ platform, app_version, users: count }) => ({
    platform,
    version: app_version,
    users: count,
  }))
  return { users, shares, others: shares.reduce((rest, share) => rest - share.users, users) }
}

/** True when there is such an app. */
export const isApp = async (db: Db, app_id: number): Promise<boolean> =>
  (await db.selectFrom('applications').select('app_id').where('app_id', '=', app_id).executeTakeFirst()) !== undefined
