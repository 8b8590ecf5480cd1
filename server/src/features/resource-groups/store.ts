import type { ResourceGroupFilter } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { accountsWithin, agentsWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/**
 * Groups visible to the caller. For the manufacturer: its own, and those of distributors in scope. For a
 * distributor's: that of everybody, those created by it or below it, and the account's own one.
 */
const groupsWithin = (caller: Caller): Expression<SqlBool> => {
  const { agent_id, resource_group_id } = caller
  const of_organisations = sql<SqlBool>`(resource_groups.agent_id is not null and ${agentsWithin(organisationScope(caller), 'distributors')})`
  return agent_id === null
    ? sql<SqlBool>`(resource_groups.agent_id is null or ${of_organisations})`
    : sql<SqlBool>`(resource_groups.built_in or resource_groups.group_id = ${resource_group_id} or ${of_organisations})`
}

const groupRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('resource_groups')
    .leftJoin('distributors', 'distributors.agent_id', 'resource_groups.agent_id')
    .leftJoin('accounts as creators', 'creators.uid', 'resource_groups.created_by')
    .where(groupsWithin(caller))

/** Paths of the distributors a row lists: decides the scope, independent of the viewer. */
const AGENT_PATHS = sql<string[]>`array(select named.agent_path from distributors named
  where named.agent_id = any(resource_groups.agent_ids))`

/** Those distributors of a row that are visible to the caller, by name. */
const visibleAgents = (caller: Caller) =>
  sql<{ agent_id: number; agent_name: string }[]>`coalesce((select jsonb_agg(jsonb_build_object(
      'agent_id', distributors.agent_id, 'agent_name', distributors.agent_name) order by distributors.agent_path)
    from distributors where distributors.agent_id = any(resource_groups.agent_ids)
      and ${agentsWithin(caller.scopes.agent, 'distributors')}), '[]'::jsonb)`

/** Accounts with the row's group that the caller sees; the inner `distributors` are those of the accounts. */
const accountCount = (caller: Caller) =>
  sql<number>`(select count(*) from accounts left join distributors on distributors.agent_id = accounts.agent_id
    where accounts.resource_group_id = resource_groups.group_id
      and ${accountsWithin(caller.scopes.account, 'accounts')})::int`

const columns = (caller: Caller) =>
  [
    'resource_groups.group_id',
    'resource_groups.group_name',
    'resource_groups.description',
    'resource_groups.everything',
    'resource_groups.built_in',
    'resource_groups.agent_ids',
    'resource_groups.region_codes',
    'resource_groups.product_keys',
    'resource_groups.device_ids',
    'resource_groups.agent_id',
    'distributors.agent_name',
    'distributors.agent_path',
    'creators.user_name as creator',
    'resource_groups.created_at',
    'resource_groups.updated_at',
    AGENT_PATHS.as('agent_paths'),
    visibleAgents(caller).as('agents'),
    accountCount(caller).as('account_count'),
  ] as const

const SORTED_BY = {
  group_name: sql`lower(resource_groups.group_name)`,
  account_count: sql`account_count`,
  created_at: sql`resource_groups.created_at`,
  updated_at: sql`resource_groups.updated_at`,
} as const satisfies Record<ResourceGroupFilter['sort_by'], unknown>

type GroupQuery = Pick<ResourceGroupFilter, 'group_name'> & {
  /** Restricts to these ids; null = no restriction. */
  only: readonly number[] | null
}

const matchingGroups = (db: Db, caller: Caller, { group_name, only }: GroupQuery) => {
  const conditions = [
    group_name ? sql<SqlBool>`position(lower(${group_name}) in lower(resource_groups.group_name)) > 0` : null,
    only === null ? null : sql<SqlBool>`resource_groups.group_id = any(${[...only]})`,
  ].filter((condition) => condition !== null)
  return groupRows(db, caller).where((where) => where.and(conditions))
}

/** A part of the groups visible to the caller that match. */
export const listGroups = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { sort_by, sort_order, ...query }: Pick<ResourceGroupFilter, 'sort_by' | 'sort_order'> & GroupQuery,
  part: Part,
) => {
  const matching = matchingGroups(db, caller, query)
  return listPage(
    {
      matching,
      rows: matching.select(columns(caller)),
      order: (rows) =>
        rows
          .orderBy('resource_groups.built_in', 'desc')
          .orderBy(SORTED_BY[sort_by], sort_order)
          .orderBy('resource_groups.group_id'),
      key: 'resource_groups.group_id',
    },
    part,
  )
}
export type GroupListRow = Awaited<ReturnType<typeof listGroups>>['rows'][number]

/** Members of every visible group, to compare with the caller's own group. */
export const listGroupMembers = (db: Db, caller: Caller) =>
  groupRows(db, caller)
    .select([
      'resource_groups.group_id',
      'resource_groups.everything',
      'resource_groups.region_codes',
      'resource_groups.product_keys',
      'resource_groups.device_ids',
      AGENT_PATHS.as('agent_paths'),
    ])
    .execute()

/** Names of visible groups that narrow something, or of the one with this number if it is visible. */
export const listGroupNames = (db: Db, caller: Caller, { id, limit }: { id?: number; limit: number }) =>
  groupRows(db, caller)
    .where('resource_groups.everything', '=', false)
    .$if(id !== undefined, (query) => query.where('resource_groups.group_id', '=', id ?? 0))
    .select(['resource_groups.group_id', 'resource_groups.group_name'])
    .orderBy(sql`lower(resource_groups.group_name)`)
    .limit(limit)
    .execute()

/** A visible group by id, or undefined. */
export const findGroup = (db: Db, caller: Caller, group_id: number): Promise<GroupListRow | undefined> =>
  groupRows(db, caller).select(columns(caller)).where('resource_groups.group_id', '=', group_id).executeTakeFirst()

/** Stored values of a group. */
export type GroupValues = {
  group_name: string
  description: string
  agent_ids: number[]
  region_codes: string[]
  product_keys: string[]
  device_ids: number[]
}

/** Creates a group of the caller's organisation; returns its id. A name that is taken violates the table's uniqueness. */
export const insertGroup = async (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  group: GroupValues,
  at: Date,
): Promise<number> => {
  const { group_id } = await db
    .insertInto('resource_groups')
    .values({ ...group, created_by: uid, agent_id, created_at: at, updated_at: at })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  return group_id
}

/** Changes a group that was read at `read_at`; false when it was changed or removed since. */
export const updateGroup = async (
  db: Db,
  { group_id, read_at, at }: { group_id: number; read_at: Date; at: Date },
  group: GroupValues,
): Promise<boolean> => {
  const done = await db
    .updateTable('resource_groups')
    .set({ ...group, updated_at: at })
    .where('group_id', '=', group_id)
    .where('built_in', '=', false)
    // The wire has milliseconds, the column microseconds.
    .where(sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Removes a group without accounts; a used one violates its references. */
export const deleteGroup = async (db: Db, group_id: number): Promise<void> => {
  await db.deleteFrom('resource_groups').where('group_id', '=', group_id).where('built_in', '=', false).execute()
}

/** Those of the devices the caller sees, by number. */
export const listDeviceMacs = async (db: Db, caller: Caller, device_ids: readonly number[]): Promise<string[]> => {
  if (device_ids.length === 0) return []
  const rows = await db
    .selectFrom('devices')
    .select('mac')
    .where('device_id', 'in', [...device_ids])
    .where(withinScope(caller.scope, 'devices'))
    .orderBy('mac')
    .execute()
  return rows.map(({ mac }) => mac)
}
