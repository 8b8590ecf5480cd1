import type { Application, ApplicationDraft, ApplicationFilter } from '@heatfleet/contract/apps/apps.ts'
import { type Kysely, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** An app by its key, or null. */
export const findApplication = async (db: Db, app_key: string) =>
  (await db
    .selectFrom('applications')
    .select(['app_id', 'app_name', 'secret_hash', 'disabled'])
    .where('app_key', '=', app_key)
    .executeTakeFirst()) ?? null

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const COLUMNS = [
  'applications.app_id',
  'applications.app_name',
  'applications.english_name',
  // Written by this feature only, which validates the platforms.
  sql<ApplicationDraft['platforms']>`applications.platforms`.as('platforms'),
  'applications.package_name',
  'applications.enterprise',
  'applications.app_key',
  'applications.disabled',
  'applications.created_at',
  'applications.updated_at',
  sql<Application['current_versions']>`coalesce((select jsonb_agg(jsonb_build_object(
      'platform', newest.platform, 'version', newest.version) order by newest.platform)
    from (select distinct on (platform) platform, version from app_versions
      where app_versions.app_id = applications.app_id and state = 'released'
      order by platform, version_key desc) newest), '[]')`.as('current_versions'),
  sql<number>`(select count(*)::int from app_users where app_users.app_id = applications.app_id
      and app_users.erased_at is null)`.as('user_count'),
] as const
const applicationRows = (db: Db) => db.selectFrom('applications').select(COLUMNS)
export type ApplicationRow = Awaited<ReturnType<ReturnType<typeof applicationRows>['execute']>>[number]

const matchingApplications = (db: Db, { app_name, platform, disabled }: ApplicationFilter) => {
  let matching = db.selectFrom('applications')
  if (app_name !== undefined && app_name !== '') {
    const part = `%${literal(app_name.toLowerCase())}%`
    matching = matching.where(sql<boolean>`(lower(app_name) like ${part} or lower(english_name) like ${part})`)
  }
  if (platform !== undefined) matching = matching.where(sql<boolean>`${platform} = any(platforms)`)
  if (disabled !== undefined) matching = matching.where('disabled', '=', disabled)
  return matching
}

/** A part of the apps that match, on the screen by name. Apps belong to the manufacturer: only the right decides visibility. */
export const listApplications = <Part extends ListPart>(
  db: Db,
  filter: ApplicationFilter,
  part: Part,
): Promise<ListPage<ApplicationRow, Part>> => {
  const matching = matchingApplications(db, filter)
  return listPage(
    { matching, rows: matching.select(COLUMNS), order: (rows) => rows.orderBy('app_name'), key: 'applications.app_id' },
    part,
  )
}

/** One app, or null. */
export const findApplicationById = async (db: Db, app_id: number): Promise<ApplicationRow | null> =>
  (await applicationRows(db).where('app_id', '=', app_id).executeTakeFirst()) ?? null

/** Names of all apps. */
export const listApplicationNames = (db: Db) =>
  db.selectFrom('applications').select(['app_id', 'app_name']).orderBy('app_name').execute()

/** Registers an app; null when the name is taken. */
export const insertApplication = async (
  db: Db,
  app: ApplicationDraft & { app_key: string; secret_hash: Buffer; created_by: number | null; at: Date },
): Promise<number | null> => {
  const { at, ...row } = app
  const created = await db
    .insertInto('applications')
    .values({ ...row, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('app_name').doNothing())
    .returning('app_id')
    .executeTakeFirst()
  return created?.app_id ?? null
}

/** Changes an app; a taken name is a unique violation. */
export const updateApplication = async (
  db: Db,
  app_id: number,
  change: Partial<ApplicationDraft> & { disabled?: boolean; app_key?: string; secret_hash?: Buffer; at: Date },
): Promise<void> => {
  const { at, ...values } = change
  await db
    .updateTable('applications')
    .set({ ...values, updated_at: at })
    .where('app_id', '=', app_id)
    .execute()
}
