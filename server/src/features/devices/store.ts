import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { agentsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type DeviceRow, shownDevices } from './store-rows.ts'
import { toDevice } from './to-wire.ts'

type Db = Kysely<Tables>

/** One device of the scope with all the list shows, or null. */
export const findDevice = async (db: Db, scope: Scope, uid: number, mac: string): Promise<DeviceRow | null> => {
  const chosen = sql`select devices.*, 1 as place from devices
    where devices.mac = ${mac} and ${withinScope(scope, 'devices')}`
  const { rows } = await sql<DeviceRow>`select * from ${shownDevices(db, uid, chosen)} found`.execute(db)
  return rows[0] ?? null
}

/** The same as the wire has it. */
export const findShownDevice = async (db: Db, scope: Scope, uid: number, mac: string): Promise<Device | null> => {
  const row = await findDevice(db, scope, uid, mac)
  return row === null ? null : toDevice(row)
}

/** Whether what a device of the scope sent last could not be taken: refused frames are kept as a sample (decision 0004). */
export const isNewestFrameRefused = async (db: Db, scope: Scope, mac: string): Promise<boolean> => {
  const refused = await db
    .selectFrom('devices')
    .innerJoin('dead_letters', 'dead_letters.mac', 'devices.mac')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .where(sql<SqlBool>`dead_letters.at > coalesce(device_status.last_arrival_at, '-infinity')`)
    .select('dead_letters.at')
    .limit(1)
    .executeTakeFirst()
  return refused !== undefined
}

/** Names of the distributors on this path, province first; those above the scope are hidden. */
export const listAgentChain = async (db: Db, scope: Scope, agent_path: string): Promise<string[]> => {
  const ids = agent_path.split('/').filter(Boolean).map(Number)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('distributors')
    .select(['agent_id', 'agent_name'])
    .where('agent_id', 'in', ids)
    .where(agentsWithin(scope, 'distributors'))
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.agent_id === id)?.agent_name ?? [])
}

/** Renames a device of the scope; null when it is not there. */
export const updateDeviceName = async (db: Db, scope: Scope, mac: string, device_name: string) =>
  (await db
    .updateTable('devices')
    .from((from) =>
      from
        .selectFrom('devices as old')
        .select(['old.device_id', 'old.device_name as name_before'])
        .where('old.mac', '=', mac)
        .forUpdate()
        .as('before'),
    )
    .set({ device_name })
    .whereRef('devices.device_id', '=', 'before.device_id')
    .where(withinScope(scope, 'devices'))
    .returning([
      'devices.device_id',
      'devices.mac',
      'devices.agent_path',
      'devices.product_key',
      'devices.device_name',
      'before.name_before',
    ])
    .executeTakeFirst()) ?? null

/** Marks a device of the scope as a test bench, or no longer; null when it is not there. */
export const updateTestBench = async (db: Db, scope: Scope, mac: string, test_bench: boolean) =>
  (await db
    .updateTable('devices')
    .from((from) =>
      from
        .selectFrom('devices as old')
        .select(['old.device_id', 'old.test_bench as was'])
        .where('old.mac', '=', mac)
        .forUpdate()
        .as('before'),
    )
    .set({ test_bench })
    .whereRef('devices.device_id', '=', 'before.device_id')
    .where(withinScope(scope, 'devices'))
    .returning(['devices.mac', 'before.was'])
    .executeTakeFirst()) ?? null

/** Sets or takes away the account's mark. */
export const saveFavourite = async (db: Db, uid: number, device_id: number, favourite: boolean): Promise<void> => {
  if (favourite)
    await db
      .insertInto('device_favourites')
      .values({ uid, device_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('device_favourites').where('uid', '=', uid).where('device_id', '=', device_id).execute()
}
