import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Cohort } from './part.ts'

export type Db = Kysely<Tables>

/** The units of a cohort within the scope, with these columns of `devices` and `device_status`. */
export const unitsOf = (scope: Scope, { where }: Cohort, columns: RawBuilder<unknown>) => sql`
  select devices.device_id, ${columns}
  from devices left join device_status on device_status.device_id = devices.device_id
  where ${withinScope(scope, 'devices')} and ${where}`

/** How many units a cohort has. */
export const countUnits = async (db: Db, scope: Scope, cohort: Cohort): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${unitsOf(scope, cohort, sql`true as counted`)}) units`.execute(db)
  return rows[0]?.n ?? 0
}

/** Seconds that a unit was in operation within the period: since it was online for the first time, until its module was replaced. */
export const operationSeconds = ({ from, until }: Pick<Cohort, 'from' | 'until'>) => sql<number>`
  greatest(0, extract(epoch from least(${until}::timestamptz, devices.replaced_at)
    - greatest(${from}::timestamptz, device_status.first_online_at)))::float8`

/** What units of a cohort reported last, in the order of ids; at most `limit` units that reported anything. */
export const listLatestBlocks = async (db: Db, scope: Scope, cohort: Cohort, limit: number) => {
  const columns = sql`device_status.layout_id, device_status.latest_blocks`
  const { rows } = await sql<{ layout_id: number; latest_blocks: Buffer }>`
    select layout_id, latest_blocks from (${unitsOf(scope, cohort, columns)}
      and device_status.latest_blocks is not null and device_status.layout_id is not null
      order by devices.device_id limit ${limit}) units`.execute(db)
  return rows
}
