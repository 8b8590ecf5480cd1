import { type Kysely, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { agentsWithin, EVERYTHING, type GroupScope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

type Db = Kysely<Tables>

/** Those of these distributors the caller sees. */
export const listVisibleAgents = async (db: Db, caller: Caller, agent_ids: readonly number[]) =>
  agent_ids.length === 0
    ? []
    : db
        .selectFrom('distributors')
        .select(['agent_id', 'agent_path'])
        .where('agent_id', 'in', [...agent_ids])
        .where(agentsWithin(caller.scopes.agent, 'distributors'))
        .execute()

/** Those of these devices the caller sees. */
export const listVisibleDevices = async (db: Db, caller: Caller, macs: readonly string[]) =>
  macs.length === 0
    ? []
    : db
        .selectFrom('devices')
        .select(['device_id', 'mac'])
        .where('mac', 'in', [...macs])
        .where(withinScope(caller.scope, 'devices'))
        .execute()

/** Those of these keys that are a product. */
export const listExistingProducts = async (db: Db, product_keys: readonly string[]): Promise<string[]> => {
  if (product_keys.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('product_key')
    .where('product_key', 'in', [...product_keys])
    .execute()
  return rows.map(({ product_key }) => product_key)
}

/** Number of visible devices and distributors in a group, with the first few. */
export const previewGroup = async (db: Db, caller: Caller, group: GroupScope, sample_max: number) => {
  const scope = { ...EVERYTHING, group }
  const devices = db
    .selectFrom('devices')
    .where(withinScope(caller.scope, 'devices'))
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
  const count = sql<number>`count(*)::int`.as('count')
  const [counted, distributors, sample] = await Promise.all([
    devices.select(count).executeTakeFirstOrThrow(),
    db
      .selectFrom('distributors')
      .select(count)
      .where(agentsWithin(caller.scopes.agent, 'distributors'))
      .where(agentsWithin(scope, 'distributors'))
      .executeTakeFirstOrThrow(),
    devices
      .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
      .select(['devices.mac', 'devices.device_name', 'devices.product_key', 'distributors.agent_name'])
      .orderBy('devices.mac')
      .limit(sample_max)
      .execute(),
  ])
  return { devices: counted.count, distributors: distributors.count, sample }
}
