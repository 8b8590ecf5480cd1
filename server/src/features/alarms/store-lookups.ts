import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { fewOrMany } from '../../platform/few-or-many.ts'
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

/** Alarms of the distributors of which this is so; one outside of the scope is not named, so its place finds nothing. */
export const ofDistributors = (db: Db, agents: Scope, condition: Condition): Promise<Condition> => {
  const named = every(agentsWithin(agents, 'distributors'), condition)
  return fewOrMany({
    find: async (limit) =>
      (await db.selectFrom('distributors').select('agent_path').where(named).limit(limit).execute()).map(
        ({ agent_path }) => agent_path,
      ),
    of_few: (paths) => sql<SqlBool>`alarms.agent_path = any(${paths}::text[])`,
    of_many: sql<SqlBool>`exists (select from distributors where distributors.agent_path = alarms.agent_path and ${named})`,
  })
}
