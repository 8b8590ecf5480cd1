import { type Kysely, sql } from 'kysely'
import { addJob } from '../../platform/jobs.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Name of the task in the queue. */
export const OWNER_EXPORT_TASK = 'owner-data-export'

/** Open ones; a job that ended without a word is requested again after this time. */
const STALE_MS = 6 * 3_600_000

type OwnedUnit = { device_id: number; app_user_id: number }

/** The file of an owner's unit; null = none was requested. */
export const findDataExport = async (db: Db, { device_id, app_user_id }: OwnedUnit) =>
  (await db
    .selectFrom('data_exports')
    .select(['state', 'requested_at', 'finished_at', 'rows', 'bytes'])
    .where('device_id', '=', device_id)
    .where('app_user_id', '=', app_user_id)
    .executeTakeFirst()) ?? null
export type DataExportRow = NonNullable<Awaited<ReturnType<typeof findDataExport>>>

/** Requests a file in place of the last one; false when one is being written. */
export const requestDataExport = (db: Db, unit: OwnedUnit, at: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const requested = { state: 'queued', requested_at: at, finished_at: null, rows: 0, bytes: '0' } as const
    const done = await tx
      .insertInto('data_exports')
      .values({ ...unit, ...requested })
      .onConflict((conflict) =>
        conflict
          .column('device_id')
          .doUpdateSet({ app_user_id: unit.app_user_id, ...requested })
          .where(
            sql<boolean>`data_exports.state in ('done', 'failed') or data_exports.requested_at < ${new Date(at.getTime() - STALE_MS)}`,
          ),
      )
      .executeTakeFirst()
    if (done.numInsertedOrUpdatedRows !== 1n) return false
    const { device_id } = unit
    await addJob(tx, {
      task: OWNER_EXPORT_TASK,
      payload: unit,
      queue: 'owner-data-export',
      key: `owner-data-export-${device_id}`,
    })
    return true
  })

/** Moves a requested file on; false when it is no longer wanted, as when the owner left meanwhile. */
export const updateDataExport = async (
  db: Db,
  { device_id, app_user_id }: OwnedUnit,
  change: { state: 'running' | 'failed' } | { state: 'done'; finished_at: Date; rows: number; bytes: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set('bytes' in change ? { ...change, bytes: String(change.bytes) } : change)
    .where('device_id', '=', device_id)
    .where('app_user_id', '=', app_user_id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets files requested before a time; returns the units whose file is still wanted. */
export const sweepDataExports = async (db: Db, before: Date): Promise<number[]> => {
  await db.deleteFrom('data_exports').where('requested_at', '<', before).execute()
  const rows = await db.selectFrom('data_exports').select('device_id').execute()
  return rows.map(({ device_id }) => device_id)
}

/** Id of a device as the app has it. */
export const findMac = async (db: Db, device_id: number): Promise<string> =>
  (await db.selectFrom('devices').select('mac').where('device_id', '=', device_id).executeTakeFirst())?.mac ?? ''
