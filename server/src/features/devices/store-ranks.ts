import { type Kysely, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { prepareOnce } from '../../platform/prepared.ts'
import { isEverything, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { isUnfiltered, type Narrowed } from './store-filter.ts'

/** A device id from which a page is read, and how many devices of the fleet come before it. */
type Start = { from_mac: string; before: number }

/** The one question whose pages lie deep: the whole fleet in the order of its ids. */
const isRanked = (scope: Scope, narrowed: Narrowed): boolean =>
  isEverything(scope) && narrowed.filter.sort_by === 'mac' && narrowed.filter.quick === 'all' && isUnfiltered(narrowed)

/**
 * Where to begin for the device that has so many before it: never behind it, and at most some thousand in front. Null for
 * a question that is not about the whole fleet in the order of its ids.
 */
export const findStart = async (
  database: Connections,
  scope: Scope,
  narrowed: Narrowed,
  offset: number,
): Promise<Start | null> => {
  if (!isRanked(scope, narrowed)) return null
  const [start] = await startAt(database, [offset])
  return start ?? null
}

/** What came since the last fold may lie anywhere: a start is taken that it cannot have pushed behind the place. */
const startAt = prepareOnce<Start>((db) => ({
  compile: () =>
    sql<Start>`
      select prefix as from_mac, (before + coalesce(
        (select sum(n) from device_rank_changes where device_rank_changes.prefix < device_ranks.prefix), 0))::int as before
      from device_ranks
      where before <= ${0} - (select coalesce(sum(n) filter (where n > 0), 0) from device_rank_changes)
      order by device_ranks.before desc, prefix desc limit 1`.compile(db),
}))

/** Moves what writers appended into the ranks; a transaction already at it does it for all. */
export const foldRanks = async (db: Kysely<Tables>): Promise<void> => {
  await sql`select fold_device_ranks()`.execute(db)
}
