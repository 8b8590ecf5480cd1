import { SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import type { RoleDraft, RoleFilter } from '@heatfleet/contract/roles/roles.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { accountsWithin, agentsWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { grantableLevels, grantableScopes } from './rules.ts'

type Db = Kysely<Tables>

/**
 * Roles visible to the caller. For the manufacturer: its own, and those of distributors in scope. For a
 * distributor's: the built-in ones for distributors, those created by it or below it, and the account's own one.
 */
const rolesWithin = (caller: Caller): Expression<SqlBool> => {
  const { agent_id, role_id } = caller
  const of_organisations = sql<SqlBool>`(roles.agent_id is not null and ${agentsWithin(organisationScope(caller), 'distributors')})`
  return agent_id === null
    ? sql<SqlBool>`(roles.agent_id is null or ${of_organisations})`
    : sql<SqlBool>`((roles.built_in and roles.level = 'distributor') or roles.role_id = ${role_id} or ${of_organisations})`
}

const roleRows = (db: Db, caller: Caller) =>
  db.selectFrom('roles').leftJoin('distributors', 'distributors.agent_id', 'roles.agent_id').where(rolesWithin(caller))

/** Accounts of the row's role that the caller sees; the inner `distributors` are those of the accounts. */
const accountCount = (caller: Caller) =>
  sql<number>`(select count(*) from accounts left join distributors on distributors.agent_id = accounts.agent_id
    where accounts.role_id = roles.role_id and ${accountsWithin(caller.scopes.account, 'accounts')})::int`

const columns = (caller: Caller) =>
  [
    'roles.role_id',
    'roles.role_name',
    'roles.description',
    'roles.level',
    'roles.built_in',
    'roles.permissions',
    'roles.data_scope',
    'roles.scope_overrides',
    'roles.requires_totp',
    'roles.agent_id',
    'distributors.agent_name',
    'distributors.agent_path',
    'roles.creator',
    'roles.created_at',
    'roles.updated_at',
    accountCount(caller).as('account_count'),
  ] as const

/** The rows whose rights, level and data scopes are all the caller's own: what {@link findMissingPrivileges} says of one, in SQL. */
const isGrantable = (caller: Caller): Expression<SqlBool> => {
  const scopes = SCOPED_RESOURCES.map(
    (resource) =>
      sql`coalesce(roles.scope_overrides->>${resource}, roles.data_scope) = any(${[...grantableScopes(caller, resource)]})`,
  )
  return sql<SqlBool>`(roles.permissions <@ ${[...caller.permissions]} and roles.level = any(${[...grantableLevels(caller)]})
    and ${sql.join(scopes, sql` and `)})`
}

const conditionsOf = (caller: Caller, filter: RoleFilter): Expression<SqlBool>[] => {
  const { role_name, creator, type, level, permission } = filter
  const all = [
    role_name ? sql<SqlBool>`position(lower(${role_name}) in lower(roles.role_name)) > 0` : null,
    creator ? sql<SqlBool>`position(lower(${creator}) in lower(roles.creator)) > 0 and not roles.built_in` : null,
    type === undefined ? null : sql<SqlBool>`roles.built_in = ${type === 'built_in'}`,
    level === undefined ? null : sql<SqlBool>`roles.level = ${level}`,
    permission === undefined ? null : sql<SqlBool>`${permission} = any(roles.permissions)`,
    filter.grantable === true ? isGrantable(caller) : null,
  ]
  return all.filter((condition) => condition !== null)
}

const SORTED_BY = {
  role_name: sql`lower(roles.role_name)`,
  level: sql`roles.level`,
  permission_count: sql`cardinality(roles.permissions)`,
  account_count: sql`account_count`,
  created_at: sql`roles.created_at`,
  updated_at: sql`roles.updated_at`,
} as const satisfies Record<RoleFilter['sort_by'], unknown>

/** A part of the roles visible to the caller that match. */
export const listRoles = <Part extends ListPart>(db: Db, caller: Caller, filter: RoleFilter, part: Part) => {
  const matching = roleRows(db, caller).where((where) => where.and(conditionsOf(caller, filter)))
  return listPage(
    {
      matching,
      rows: matching.select(columns(caller)),
      order: (rows) => rows.orderBy(SORTED_BY[filter.sort_by], filter.sort_order).orderBy('roles.role_id'),
      key: 'roles.role_id',
    },
    part,
  )
}
export type RoleRow = Awaited<ReturnType<typeof listRoles>>['rows'][number]

/** One role, or undefined where the caller sees none of this number. */
export const findRole = (db: Db, caller: Caller, role_id: number): Promise<RoleRow | undefined> =>
  roleRows(db, caller).select(columns(caller)).where('roles.role_id', '=', role_id).executeTakeFirst()

/** True when some account with this role has the resource group that narrows nothing. */
export const hasUngroupedAccounts = async (db: Db, role_id: number): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .select('accounts.uid')
    .where('accounts.role_id', '=', role_id)
    .where('resource_groups.everything', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** True when a built-in role has this name, whatever its case: their names are reserved everywhere. */
export const isBuiltInName = async (db: Db, role_name: string): Promise<boolean> =>
  (await db
    .selectFrom('roles')
    .select('role_id')
    .where('built_in', '=', true)
    .where(sql<SqlBool>`lower(role_name) = lower(${role_name})`)
    .executeTakeFirst()) !== undefined

const valuesOf = ({
  role_name,
  description,
  level,
  permissions,
  data_scope,
  scope_overrides,
  requires_totp,
}: RoleDraft) => ({
  role_name,
  description,
  level,
  permissions,
  data_scope,
  scope_overrides: JSON.stringify(scope_overrides),
  requires_totp,
})

/** Creates a role of the caller's organisation; returns its id. A name that is taken violates the table's uniqueness. */
export const insertRole = async (
  db: Db,
  { uid, user_name, agent_id }: Pick<Caller, 'uid' | 'user_name' | 'agent_id'>,
  role: RoleDraft,
  at: Date,
): Promise<number> => {
  const { role_id } = await db
    .insertInto('roles')
    .values({ ...valuesOf(role), creator: user_name, created_by: uid, agent_id, created_at: at, updated_at: at })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  return role_id
}

/** Changes a role that was read at `read_at`; false when it was changed or removed since. */
export const updateRole = async (
  db: Db,
  { role_id, read_at, at }: { role_id: number; read_at: Date; at: Date },
  role: RoleDraft,
): Promise<boolean> => {
  const done = await db
    .updateTable('roles')
    .set({ ...valuesOf(role), updated_at: at })
    .where('role_id', '=', role_id)
    .where('built_in', '=', false)
    // The wire has milliseconds, the column microseconds.
    .where(sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Removes a role without accounts; a used one violates its references. */
export const deleteRole = async (db: Db, role_id: number): Promise<void> => {
  await db.deleteFrom('roles').where('role_id', '=', role_id).where('built_in', '=', false).execute()
}

/** How role and distributor of the caller are called. */
export const readOwnNames = (db: Db, { role_id, agent_id }: Pick<Caller, 'role_id' | 'agent_id'>) =>
  db
    .selectFrom('roles')
    .leftJoin('distributors', (join) => join.on('distributors.agent_id', '=', agent_id))
    .select(['roles.role_name', 'distributors.agent_name'])
    .where('roles.role_id', '=', role_id)
    .executeTakeFirstOrThrow()
