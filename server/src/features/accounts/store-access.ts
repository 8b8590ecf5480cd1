import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { accountsWithin, agentsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/**
 * One device of the caller's scope, and for each of the named scopes whether it lies within: each by the predicate that
 * every list and every id look-up uses.
 */
export const findDeviceWithin = async <Name extends string>(
  db: Db,
  scope: Scope,
  mac: string,
  scopes: Readonly<Record<Name, Scope>>,
): Promise<{ mac: string; device_name: string; within: Record<Name, boolean> } | null> => {
  const names = Object.keys(scopes) as Name[] // the keys of the table that was given
  const row = await db
    .selectFrom('devices')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.mac',
      'devices.device_name',
      sql<boolean[]>`array[${sql.join(names.map((name) => withinScope(scopes[name], 'devices')))}]::bool[]`.as(
        'within',
      ),
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const within = Object.fromEntries(names.map((name, at) => [name, row.within[at] === true]))
  // One entry for each name, in the order of the array.
  return { ...row, within: within as Record<Name, boolean> }
}

/** How many devices, distributors and accounts lie within both scopes of each pair. */
export const countWithin = async (
  db: Db,
  pairs: Record<'device' | 'agent' | 'account', readonly [Scope, Scope]>,
): Promise<{ devices: number; distributors: number; accounts: number }> => {
  const count = sql<number>`count(*)::int`.as('n')
  const both = (of: (scope: Scope) => Expression<SqlBool>, [one, other]: readonly [Scope, Scope]) =>
    sql<SqlBool>`(${of(one)} and ${of(other)})`
  const [devices, distributors, accounts] = await Promise.all([
    db
      .selectFrom('devices')
      .where(both((scope) => withinScope(scope, 'devices'), pairs.device))
      .select(count)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('distributors')
      .where(both((scope) => agentsWithin(scope, 'distributors'), pairs.agent))
      .select(count)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('accounts')
      .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
      .where(both((scope) => accountsWithin(scope, 'accounts'), pairs.account))
      .select(count)
      .executeTakeFirstOrThrow(),
  ])
  return { devices: devices.n, distributors: distributors.n, accounts: accounts.n }
}
