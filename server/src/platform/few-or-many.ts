import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { accountNamed } from './named-account.ts'
import type { Tables } from './tables.ts'

type Condition = Expression<SqlBool>

/**
 * What a list is narrowed by through another table (units, distributors, people) is looked up first. Of few, the statement has their very
 * numbers, so that the planner knows how many rows there are of them; of many, it looks each row's up, from the newest on.
 */
const FEW = 1_000

type Lookup<Id> = {
  /** The numbers that match, at most so many. */
  find: (limit: number) => Promise<readonly Id[]>
  of_few: (ids: Id[]) => Condition
  of_many: Condition
}

/** The condition of a list by what matches in another table. */
export const fewOrMany = async <Id>({ find, of_few, of_many }: Lookup<Id>): Promise<Condition> => {
  const ids = await find(FEW + 1)
  if (ids.length > FEW) return of_many
  return ids.length === 0 ? sql<SqlBool>`false` : of_few([...ids])
}

/** The number of a unit in a table of lists; `devices.device_id` where the statement reads `devices` itself. */
export type DeviceColumn = `${string}.device_id`

/**
 * Rows of the units of which this is so, by the column with the unit's number: looked up once for all tables of a statement. Where a statement
 * has them in one or two places only, more of them are few.
 */
export const ofDevices = async (
  db: Kysely<Tables>,
  condition: Condition,
  few_max: number = FEW,
): Promise<(column: DeviceColumn) => Condition> => {
  const found = await db
    .selectFrom('devices')
    .select('device_id')
    .where(condition)
    .limit(few_max + 1)
    .execute()
  const few = found.length > few_max ? null : found.map(({ device_id }) => device_id)
  return (column) => {
    if (few?.length === 0) return sql<SqlBool>`false`
    if (few !== null) return sql<SqlBool>`${sql.ref(column)} = any(${few}::int[])`
    // Within the look-up its `devices` would hide those of the statement.
    if (column === 'devices.device_id') return condition
    return sql<SqlBool>`exists (select from devices where devices.device_id = ${sql.ref(column)} and ${condition})`
  }
}

/** Rows whose account in this column has a user name that contains this. */
export const ofNamedAccount = (db: Kysely<Tables>, column: string, name: string): Promise<Condition> =>
  fewOrMany({
    find: async (limit) =>
      (await db.selectFrom('accounts').select('uid').where(accountNamed(name)).limit(limit).execute()).map(
        ({ uid }) => uid,
      ),
    of_few: (uids) => sql<SqlBool>`${sql.ref(column)} = any(${uids}::int[])`,
    of_many: sql<SqlBool>`exists (select from accounts where accounts.uid = ${sql.ref(column)} and ${accountNamed(name)})`,
  })
