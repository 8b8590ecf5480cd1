import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** The newest good answers of a device of the scope, packed; null = it never reported, undefined = not in scope. */
export const findNewestBlocks = async (
  db: Kysely<Tables>,
  scope: Scope,
  mac: string,
): Promise<Buffer | null | undefined> => {
  const row = await db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select('device_status.latest_blocks')
    .executeTakeFirst()
  return row === undefined ? undefined : row.latest_blocks
}
