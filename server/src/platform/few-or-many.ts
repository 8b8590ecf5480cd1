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
