import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { deviceGroupsWithin } from '../devices/public.ts'

type Db = Kysely<Tables>

/** Names of products, in the order of their keys. */
export const listProductNames = (db: Db, product_keys: readonly string[]) =>
  product_keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('products')
        .where('product_key', 'in', [...product_keys])
        .select(['name as product_name', 'english_name as product_english_name'])
        .orderBy('product_key')
        .execute()

/** The name of a distributor in the scope; null = the caller does not see it. */
export const findAgentName = async (db: Db, scope: Scope, agent_id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('distributors')
      .where('agent_id', '=', agent_id)
      .where(agentsWithin(scope, 'distributors'))
      .select('agent_name')
      .executeTakeFirst()
  )?.agent_name ?? null

/** The name of a group of devices; null = the caller does not see it. */
export const findGroupName = async (db: Db, caller: Caller, group_id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('device_groups')
      .leftJoin('distributors', 'distributors.agent_id', 'device_groups.agent_id')
      .where('device_groups.group_id', '=', group_id)
      .where(deviceGroupsWithin(caller))
      .select('device_groups.group_name')
      .executeTakeFirst()
  )?.group_name ?? null
