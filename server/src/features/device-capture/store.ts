import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** The number of a device of the scope; null when it is not there. */
export const findDeviceId = async (db: Db, scope: Scope, mac: string): Promise<number | null> =>
  (
    await db
      .selectFrom('devices')
      .select('device_id')
      .where('mac', '=', mac)
      .where(withinScope(scope, 'devices'))
      .executeTakeFirst()
  )?.device_id ?? null

/** Whether a device of the scope is online; null when it is not there. */
export const findOnline = async (db: Db, scope: Scope, mac: string): Promise<boolean | null> =>
  (
    await db
      .selectFrom('devices')
      .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
      .select(sql<boolean>`coalesce(device_status.online, false)`.as('online'))
      .where('devices.mac', '=', mac)
      .where(withinScope(scope, 'devices'))
      .executeTakeFirst()
  )?.online ?? null

/** One after the other: two people at the same module would both find nothing to replace, and the limit holds for all. */
const takeTurn = async (tx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('device captures', 0))`.execute(tx)
}

/** Notes a ping that is sent next, in the place of the last one. */
export const insertPing = async (db: Db, device_id: number, at: Date): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx)
    await tx.deleteFrom('device_pings').where('device_id', '=', device_id).execute()
    await tx.insertInto('device_pings').values({ device_id, asked_at: at }).execute()
  })
}

export const findPing = (db: Db, device_id: number) =>
  db
    .selectFrom('device_pings')
    .select(['ping_id', 'asked_at', 'result', 'round_trip_ms', 'plan_version'])
    .where('device_id', '=', device_id)
    .executeTakeFirst()
export type PingRow = NonNullable<Awaited<ReturnType<typeof findPing>>>

type NewCapture = { device_id: number; at: Date; ends_at: Date; kept_since: Date; by_uid: number; running_max: number }

/** Begins a capture in the place of the last one; false when too many run. Old ones of all devices are deleted with it. */
export const insertCapture = (db: Db, { device_id, at, ends_at, kept_since, by_uid, running_max }: NewCapture) =>
  db.transaction().execute(async (tx): Promise<boolean> => {
    await takeTurn(tx)
    await tx
      .deleteFrom('device_captures')
      .where((is) => is.or([is('device_id', '=', device_id), is('ends_at', '<', kept_since)]))
      .execute()
    const { n } = await tx
      .selectFrom('device_captures')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('ends_at', '>', at)
      .where('stopped_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= running_max) return false
    await tx.insertInto('device_captures').values({ device_id, started_at: at, ends_at, by_uid }).execute()
    return true
  })

/** Ends a capture that runs. */
export const endCapture = async (db: Db, device_id: number, at: Date): Promise<void> => {
  await db
    .updateTable('device_captures')
    .set({ stopped_at: at })
    .where('device_id', '=', device_id)
    .where('stopped_at', 'is', null)
    .where('ends_at', '>', at)
    .execute()
}

/** The capture of a device with its newest frames. */
export const findCapture = async (db: Db, device_id: number, frames_max: number) => {
  const capture = await db
    .selectFrom('device_captures')
    .select([
      'started_at',
      'ends_at',
      'stopped_at',
      sql<number>`(select count(*)::int from device_capture_frames
        where device_capture_frames.device_id = device_captures.device_id)`.as('frame_count'),
    ])
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  if (capture === undefined) return null
  const frames = await db
    .selectFrom('device_capture_frames')
    .select(['frame_no', 'at', 'direction', 'channel', 'payload'])
    .where('device_id', '=', device_id)
    .orderBy('frame_no', 'desc')
    .limit(frames_max)
    .execute()
  return { ...capture, frames }
}
export type CaptureRow = NonNullable<Awaited<ReturnType<typeof findCapture>>>
