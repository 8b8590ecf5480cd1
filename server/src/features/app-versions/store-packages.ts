import type { AppPackage } from '@heatfleet/contract/app-versions/app-versions.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const COLUMNS = ['version_id', 'file', 'received'] as const

/** The upload of a version's package; undefined = none is under way. */
export const findUpload = (db: Db, version_id: number) =>
  db.selectFrom('app_package_uploads').select(COLUMNS).where('version_id', '=', version_id).executeTakeFirst()

/** Begins an upload in place of the one before, or goes on with that of the same file: `received` says from where. */
export const openUpload = (db: Db, version_id: number, file: AppPackage, at: Date) =>
  db
    .insertInto('app_package_uploads')
    .values({ version_id, file: JSON.stringify(file), touched_at: at })
    .onConflict((on) =>
      on.column('version_id').doUpdateSet((row) => ({
        received: sql<number>`case when app_package_uploads.file - 'file_name' = excluded.file - 'file_name'
          then app_package_uploads.received else 0 end`,
        file: row.ref('excluded.file'),
        touched_at: at,
      })),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Counts what is on the disk; never less than before. */
export const saveReceived = async (db: Db, version_id: number, received: number, at: Date): Promise<void> => {
  await db
    .updateTable('app_package_uploads')
    .set({ received: sql<number>`greatest(received, ${received}::int)`, touched_at: at })
    .where('version_id', '=', version_id)
    .execute()
}

export const deleteUpload = async (db: Db, version_id: number): Promise<void> => {
  await db.deleteFrom('app_package_uploads').where('version_id', '=', version_id).execute()
}

/** Deletes uploads that nobody went on with since; the ids of their versions. */
export const deleteOldUploads = async (db: Db, touched_before: Date): Promise<number[]> => {
  const gone = await db
    .deleteFrom('app_package_uploads')
    .where('touched_at', '<', touched_before)
    .returning('version_id')
    .execute()
  return gone.map(({ version_id }) => version_id)
}

/** Sets or takes away the package of a draft; false when it is no draft any more. */
export const setPackage = async (db: Db, version_id: number, file: AppPackage | null, at: Date): Promise<boolean> => {
  const done = await db
    .updateTable('app_versions')
    .set({ package: file === null ? null : JSON.stringify(file), updated_at: at })
    .where('version_id', '=', version_id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The package behind a link; `is_open` = phones are still told of its version. */
export const findPackage = async (db: Db, version_id: number) => {
  const row = await db
    .selectFrom('app_versions')
    .select(['package', 'state'])
    .where('version_id', '=', version_id)
    .executeTakeFirst()
  return row === undefined || row.package === null ? null : { ...row.package, is_open: row.state === 'released' }
}

/** Counts a download that began. */
export const countDownload = async (db: Db, version_id: number): Promise<void> => {
  await db
    .updateTable('app_versions')
    .set((row) => ({ downloads: row('downloads', '+', 1) }))
    .where('version_id', '=', version_id)
    .execute()
}

/** Plans the release of a draft; false when it is no draft any more. */
export const scheduleVersion = async (
  db: Db,
  version_id: number,
  { scheduled_at, at, by_uid }: { scheduled_at: Date; at: Date; by_uid: number },
): Promise<boolean> => {
  const done = await db
    .updateTable('app_versions')
    .set({ state: 'scheduled', scheduled_at, released_by: by_uid, updated_at: at })
    .where('version_id', '=', version_id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Releases the versions whose time has come; what they are, for the audit log. */
export const releaseDue = (db: Db, at: Date) =>
  db
    .updateTable('app_versions')
    .set({
      state: 'released',
      scheduled_at: null,
      released_at: sql<Date>`coalesce(released_at, scheduled_at)`,
      updated_at: at,
    })
    .where('state', '=', 'scheduled')
    .where('scheduled_at', '<=', at)
    .returning(['version_id', 'platform', 'version', 'released_by'])
    .execute()
