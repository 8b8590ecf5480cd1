import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { EVERYTHING, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type GroupMembers, groupMembers, listDevicesAfter } from '../devices/public.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** What of a rule names its units. Paths of distributors; null = the whole fleet, or gone where the target is one. */
type RuleUnits = {
  product_key: string
  owner_path: string | null
  target_by: 'product' | 'agent' | 'group' | 'devices'
  under_path: string | null
  group_id: number | null
  device_ids: readonly number[]
}

/** A unit that a rule may apply to. */
export type RuleUnit = { device_id: number; agent_path: string; mac: string; device_name: string }

const PAGE = 1_000

/** Units of the scope that a rule applies to, in the order of their ids, at most so many. */
export const listRuleUnits = async (deps: Deps, scope: Scope, rule: RuleUnits, limit: number): Promise<RuleUnit[]> => {
  const { db } = deps.database
  const condition = await conditionOf(deps, rule, limit)
  return db
    .selectFrom('devices')
    .select(['device_id', 'agent_path', 'mac', 'device_name'])
    .where('product_key', '=', rule.product_key)
    .where('replaced_at', 'is', null)
    .where(withinScope(scope, 'devices'))
    .where(sql<SqlBool>`starts_with(devices.agent_path, ${rule.owner_path ?? '/'})`)
    .where(condition)
    .orderBy('device_id')
    .limit(limit)
    .execute()
}

const conditionOf = async (deps: Deps, rule: RuleUnits, limit: number) => {
  switch (rule.target_by) {
    case 'product':
      return sql<SqlBool>`true`
    case 'agent':
      return rule.under_path === null
        ? sql<SqlBool>`false`
        : sql<SqlBool>`starts_with(devices.agent_path, ${rule.under_path})`
    case 'devices':
      return sql<SqlBool>`devices.device_id = any(${[...rule.device_ids]}::int[])`
    case 'group': {
      const ids = rule.group_id === null ? [] : await listGroupDevices(deps, rule.product_key, rule.group_id, limit)
      return sql<SqlBool>`devices.device_id = any(${ids}::int[])`
    }
    default:
      return rule.target_by satisfies never
  }
}

/** Ids of the members of a group now, of one product, at most so many: the system's own work, whoever made the group. */
export const listGroupDevices = async (
  { database, clock }: Deps,
  product_key: string,
  group_id: number,
  limit: number,
): Promise<number[]> => {
  const group = await findRuleGroup(database.db, group_id)
  if (group === null) return []
  const query = {
    // Favourites are no part of a group's filter.
    uid: 0,
    filter: DeviceFilter.parse({ group_id, product_key }),
    now: new Date(clock.now()),
    group,
  }
  const ids: number[] = []
  for (let after: string | null = null; ids.length < limit; ) {
    const rows = await listDevicesAfter(database, EVERYTHING, query, after, PAGE)
    ids.push(...rows.map(({ device_id }) => device_id))
    after = rows.at(-1)?.mac ?? null
    if (rows.length < PAGE) break
  }
  return ids.slice(0, limit)
}

/** A group that a rule or a mute names, or null: the system's own work, whoever made it. */
export const findRuleGroup = async (db: Kysely<Tables>, group_id: number): Promise<GroupMembers | null> => {
  const row = await db
    .selectFrom('device_groups')
    .where('group_id', '=', group_id)
    .select([
      'group_id',
      'filter',
      sql<string | null>`(select named.agent_path from distributors named
        where named.agent_id = (device_groups.filter->>'agent_id')::int)`.as('agent_path'),
    ])
    .executeTakeFirst()
  return row === undefined ? null : groupMembers(row)
}
