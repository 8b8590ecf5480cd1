import { type Kysely, type SqlBool, sql } from 'kysely'
import { PERMISSION_COLUMNS } from '../../platform/permission-columns.ts'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Owned by the manufacturer, or by a distributor in the scope. */
const isOwnerWithin = (scope: Scope, owner: 'roles.agent_id' | 'resource_groups.agent_id') =>
  sql<SqlBool>`(${sql.ref(owner)} is null or exists (select from distributors
    where distributors.agent_id = ${sql.ref(owner)} and ${agentsWithin(scope, 'distributors')}))`

const roleRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('roles')
    .leftJoin('distributors as owner', 'owner.agent_id', 'roles.agent_id')
    .where(isOwnerWithin(scope, 'roles.agent_id'))
    .select([
      'roles.role_id',
      'roles.role_name',
      'roles.description',
      'roles.permissions',
      'roles.level',
      'roles.data_scope',
      'roles.scope_overrides',
      'roles.built_in',
      'owner.agent_path as owner_path',
    ])

/** A role with what it gives, and the path of the distributor that created it (null = the manufacturer). */
export const findRole = (db: Db, scope: Scope, role_id: number) =>
  roleRows(db, scope).where('roles.role_id', '=', role_id).executeTakeFirst()
export type GrantedRole = NonNullable<Awaited<ReturnType<typeof findRole>>>

/** All roles, built-in ones first; `rules.ts` evaluates which may be granted. */
export const listRoles = (db: Db, scope: Scope) =>
  roleRows(db, scope).orderBy('roles.built_in', 'desc').orderBy('roles.role_id').execute()

const groupRows = (db: Db, scope: Scope) =>
  db
    .selectFrom('resource_groups')
    .leftJoin('distributors as owner', 'owner.agent_id', 'resource_groups.agent_id')
    .where(isOwnerWithin(scope, 'resource_groups.agent_id'))
    .select([
      'resource_groups.group_id as resource_group_id',
      'resource_groups.group_name',
      'resource_groups.built_in',
      'resource_groups.everything as group_everything',
      'resource_groups.region_codes as group_region_codes',
      'resource_groups.product_keys as group_product_keys',
      'resource_groups.device_ids as group_device_ids',
      sql<string[]>`array(select named.agent_path from distributors named
        where named.agent_id = any(resource_groups.agent_ids))`.as('group_agent_paths'),
      'owner.agent_path as owner_path',
    ])

/** A resource group with what it names, and the path of the distributor that created it (null = the manufacturer). */
export const findGroup = (db: Db, scope: Scope, group_id: number) =>
  groupRows(db, scope).where('resource_groups.group_id', '=', group_id).executeTakeFirst()
export type GrantedGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>

/** All resource groups, the whole fleet first. */
export const listGroups = (db: Db, scope: Scope) =>
  groupRows(db, scope).orderBy('resource_groups.built_in', 'desc').orderBy('resource_groups.group_name').execute()

/** A distributor of the scope that an account may belong to. */
export const findAgent = (db: Db, scope: Scope, agent_id: number) =>
  db
    .selectFrom('distributors')
    .select(['agent_id', 'agent_name', 'agent_path', 'account_quota'])
    .where('agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .executeTakeFirst()
export type GrantedAgent = NonNullable<Awaited<ReturnType<typeof findAgent>>>

/** How many accounts a distributor itself has. */
export const countAccountsOf = async (db: Db, agent_id: number): Promise<number> =>
  (
    await db
      .selectFrom('accounts')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('agent_id', '=', agent_id)
      .executeTakeFirstOrThrow()
  ).n

/** What accounts have in common. */
export type Assignment = { role_id: number } | { resource_group_id: number }

/** What every account with this role or group may do and see is made of. */
export const listPermissionSources = (db: Db, assignment: Assignment) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .select([...PERMISSION_COLUMNS])
    .where(
      'role_id' in assignment ? 'accounts.role_id' : 'accounts.resource_group_id',
      '=',
      'role_id' in assignment ? assignment.role_id : assignment.resource_group_id,
    )
    .orderBy('accounts.uid')
    .execute()

/**
 * Runs `work` in a transaction under a lock on account changes: quotas, unique names and the last administrator are
 * checked on what is true at commit. Joins a given transaction.
 */
export const changeAccounts = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> => {
  const locked = async (trx: Db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('accounts', 0))`.execute(trx)
    return work(trx)
  }
  return db.isTransaction ? locked(db) : db.transaction().execute(locked)
}
