import type { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { agentsWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { checkFilterRights } from './filter-rights.ts'
import type { GroupMembers } from './store-filter.ts'

type Db = Kysely<Tables>

/**
 * Groups of devices the caller sees: of the manufacturer its own and those of distributors in scope, of a distributor
 * those made by it or below it. The query names `device_groups`, left-joined with their `distributors`.
 */
export const deviceGroupsWithin = (caller: Caller): Expression<SqlBool> => {
  const of_organisations = sql<SqlBool>`(device_groups.agent_id is not null
    and ${agentsWithin(organisationScope(caller), 'distributors')})`
  return caller.agent_id === null
    ? sql<SqlBool>`(device_groups.agent_id is null or ${of_organisations})`
    : of_organisations
}

/** The members of a group the caller sees; undefined = no such group. */
export const findMembers = async (db: Db, caller: Caller, group_id: number): Promise<GroupMembers | undefined> => {
  const row = await db
    .selectFrom('device_groups')
    .leftJoin('distributors', 'distributors.agent_id', 'device_groups.agent_id')
    .where('device_groups.group_id', '=', group_id)
    .where(deviceGroupsWithin(caller))
    .select([
      'device_groups.group_id',
      'device_groups.filter',
      sql<string | null>`(select named.agent_path from distributors named
        where named.agent_id = (device_groups.filter->>'agent_id')::int)`.as('agent_path'),
    ])
    .executeTakeFirst()
  return row && groupMembers(row)
}

/** The group that a filter names; refused where the caller sees none, or may not filter so. */
export const findGroupOf = async (
  db: Db,
  caller: Caller,
  { group_id, card_ending }: Pick<DeviceFilter, 'group_id' | 'card_ending'>,
): Promise<GroupMembers | null> => {
  checkFilterRights(caller, { card_ending })
  if (group_id === undefined) return null
  const members = await findMembers(db, caller, group_id)
  if (members === undefined) throw new Refusal('device_group_not_found', { field: 'group_id' })
  return members
}

/** The same of a row that was read already. */
export const groupMembers = (row: {
  group_id: number
  filter: DeviceGroupRule | null
  agent_path: string | null
}): GroupMembers => {
  const { group_id, filter, agent_path } = row
  return filter === null ? { kind: 'static', group_id } : { kind: 'dynamic', group_id, filter, agent_path }
}
