import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { accountNamed } from '../../platform/named-account.ts'
import { agentsWithin, every, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

/**
 * As the index of durations has it; of active ones that of their times. What was so long was raised before: said apart, a walk from the newest
 * on begins there.
 */
export const longerThan = (ms: number, now: Date): Condition => {
  const before = new Date(now.getTime() - ms)
  return sql<SqlBool>`(alarms.last_at < ${before} and (alarms.recovered_at is null
    or (alarms.recovered_at - alarms.last_at) > make_interval(secs => ${ms / 1_000}::float8)))`
}

/**
 * Units, distributors and accounts are looked up first. Of few, the statement has their very numbers, so that the planner knows how many
 * alarms there are of them; of many, it looks each alarm's up, from the newest on.
 */
const FEW = 1_000

const fewOf = <Id>(ids: readonly Id[]): readonly Id[] | 'many' => (ids.length > FEW ? 'many' : ids)
const NOTHING = sql<SqlBool>`false`

/** Alarms of the units of which this is so. */
export const ofDevices = async (db: Db, condition: Expression<SqlBool>): Promise<Condition> => {
  const found = await db
    .selectFrom('devices')
    .select('device_id')
    .where(condition)
    .limit(FEW + 1)
    .execute()
  const few = fewOf(found.map(({ device_id }) => device_id))
  if (few === 'many')
    return sql<SqlBool>`exists (select from devices where devices.device_id = alarms.device_id and ${condition})`
  return few.length === 0 ? NOTHING : sql<SqlBool>`alarms.device_id = any(${[...few]}::int[])`
}

/** Alarms of the distributors of which this is so; one outside of the scope is not named, so its place finds nothing. */
export const ofDistributors = async (db: Db, agents: Scope, condition: Expression<SqlBool>): Promise<Condition> => {
  const named = every(agentsWithin(agents, 'distributors'), condition)
  const found = await db
    .selectFrom('distributors')
    .select('agent_path')
    .where(named)
    .limit(FEW + 1)
    .execute()
  const few = fewOf(found.map(({ agent_path }) => agent_path))
  if (few === 'many')
    return sql<SqlBool>`exists (select from distributors where distributors.agent_path = alarms.agent_path and ${named})`
  return few.length === 0 ? NOTHING : sql<SqlBool>`alarms.agent_path = any(${[...few]}::text[])`
}

/** Alarms whose assignee's user name contains this. */
export const ofAccounts = async (db: Db, name: string): Promise<Condition> => {
  const found = await db
    .selectFrom('accounts')
    .select('uid')
    .where(accountNamed(name))
    .limit(FEW + 1)
    .execute()
  const few = fewOf(found.map(({ uid }) => uid))
  if (few === 'many')
    return sql<SqlBool>`exists (select from accounts where accounts.uid = alarms.assignee_uid and ${accountNamed(name)})`
  return few.length === 0 ? NOTHING : sql<SqlBool>`alarms.assignee_uid = any(${[...few]}::int[])`
}
