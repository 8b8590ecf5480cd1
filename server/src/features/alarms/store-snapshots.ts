import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** An alarm whose snapshot is due; `layout_id` = the version its device was last read by. */
export type DueSnapshot = { alarm_id: number; device_id: number; first_at: Date; layout_id: number | null }

/** Alarms raised before a time whose snapshot was not looked at, the oldest first. The system's own work. */
export const listDueSnapshots = (db: Db, before: Date, limit: number): Promise<DueSnapshot[]> =>
  db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.device_id', 'alarms.device_id')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .where('alarms.snapshot_done', '=', false)
    .where('alarms.first_at', '<=', before)
    .select(['alarms.alarm_id', 'alarms.device_id', 'alarms.first_at', 'products.layout_id'])
    .orderBy('alarms.first_at')
    .limit(limit)
    .execute()

/** A snapshot of the device whose trigger is near enough to be shared, or null. */
export const findNearSnapshot = async (
  db: Db,
  { device_id, first_at }: Pick<DueSnapshot, 'device_id' | 'first_at'>,
  near_ms: number,
): Promise<number | null> =>
  (
    await db
      .selectFrom('alarm_snapshots')
      .select('snapshot_id')
      .where('device_id', '=', device_id)
      .where('trigger_at', '>=', new Date(first_at.getTime() - near_ms))
      .where('trigger_at', '<=', new Date(first_at.getTime() + near_ms))
      .limit(1)
      .executeTakeFirst()
  )?.snapshot_id ?? null

/** Keeps a snapshot with its alarm in one transaction, so that a stop in between leaves it due; null = nothing was reported. */
export const storeSnapshot = (
  db: Db,
  { alarm_id, device_id, first_at, layout_id }: DueSnapshot,
  content: { body: Buffer } | { snapshot_id: number } | null,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    let snapshot_id: number | null = null
    if (content !== null && 'snapshot_id' in content) snapshot_id = content.snapshot_id
    else if (content !== null) {
      const stored = await tx
        .insertInto('alarm_snapshots')
        .values({ device_id, trigger_at: first_at, layout_id, body: content.body })
        .returning('snapshot_id')
        .executeTakeFirstOrThrow()
      snapshot_id = stored.snapshot_id
    }
    await tx
      .updateTable('alarms')
      .set({ snapshot_id, snapshot_done: true, changed_at: sql`clock_timestamp()` })
      .where('alarm_id', '=', alarm_id)
      .execute()
  })

/** The snapshot of an alarm, or null. The caller has checked its scope. */
export const findSnapshot = async (db: Db, alarm_id: number) =>
  (await db
    .selectFrom('alarms')
    .innerJoin('alarm_snapshots', 'alarm_snapshots.snapshot_id', 'alarms.snapshot_id')
    .select(['alarm_snapshots.trigger_at', 'alarm_snapshots.body'])
    .where('alarms.alarm_id', '=', alarm_id)
    .executeTakeFirst()) ?? null
