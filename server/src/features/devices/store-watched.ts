import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { WatchedDevice } from '../../transports/services.ts'

/** Those of the devices that lie in the scope. */
export const listWatchable = async (
  db: Kysely<Tables>,
  scope: Scope,
  macs: readonly string[],
): Promise<WatchedDevice[]> =>
  macs.length === 0
    ? []
    : db
        .selectFrom('devices')
        .select(['device_id', 'mac', 'agent_path'])
        .where('mac', 'in', [...macs])
        .where(withinScope(scope, 'devices'))
        .execute()

/** Ids of one question: the protocol of the database numbers parameters with 16 bits. */
const IDS_A_QUESTION = 10_000

/** To whom these devices belong now, of those in the scope. */
export const listAgentPaths = async (
  db: Kysely<Tables>,
  scope: Scope,
  device_ids: readonly number[],
): Promise<Map<number, string>> => {
  const paths = new Map<number, string>()
  for (let from = 0; from < device_ids.length; from += IDS_A_QUESTION) {
    const rows = await db
      .selectFrom('devices')
      .select(['device_id', 'agent_path'])
      .where('device_id', 'in', device_ids.slice(from, from + IDS_A_QUESTION))
      .where(withinScope(scope, 'devices'))
      .execute()
    for (const { device_id, agent_path } of rows) paths.set(device_id, agent_path)
  }
  return paths
}
