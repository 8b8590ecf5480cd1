import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { fewOrMany } from '../../platform/few-or-many.ts'
import {
  agentsWithin,
  distributorsIn,
  EVERYTHING,
  every,
  pathWithin,
  placesOfGroup,
  rowsOfGroup,
  type Scope,
  withinScope,
} from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
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

/**
 * Alarms of the units of the scope of which all of this is so. Place and product are columns of the alarm itself; whatever else narrows the units
 * is looked up together with the scope, so that a few units of many are few.
 */
export const ofUnits = async (db: Db, scope: Scope, ...narrowed: (Condition | null)[]): Promise<Condition> => {
  const conditions = narrowed.filter((condition) => condition !== null)
  const within = await inPlaces(db, scope)
  if (conditions.length === 0 && scope.own_records === null) return within
  const units = every(withinScope(scope, 'devices'), ...conditions)
  return fewOrMany({
    find: async (limit) =>
      (await db.selectFrom('devices').select('device_id').where(units).limit(limit).execute()).map(
        ({ device_id }) => device_id,
      ),
    of_few: (ids) => sql<SqlBool>`alarms.device_id = any(${ids}::int[])`,
    of_many:
      conditions.length === 0
        ? within
        : every(
            within,
            sql<SqlBool>`exists (select from devices where devices.device_id = alarms.device_id and ${every(...conditions)})`,
          ),
  })
}

/** As `alarmsWithin`, with the places of a resource group by name: they are counted from the index alone, ranges of them are not. */
const inPlaces = async (db: Db, scope: Scope): Promise<Condition> => {
  if (scope.group === null || scope.own_records !== null) return alarmsWithin(scope, 'alarms')
  const { where, only } = placesOfGroup(scope.group, distributorsIn)
  const named = (condition: Condition | null) => (condition === null ? null : ofDistributors(db, EVERYTHING, condition))
  return every(
    pathWithin(scope, 'alarms.agent_path'),
    rowsOfGroup(scope.group, 'alarms', { where: await named(where), only: await named(only) }),
  )
}
