import type { DeviceFilter, QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ancestorOf, devicesUnder, EVERYTHING, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { conditionsOf, LONG_AGO, type Narrowed } from './store-filter.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

/** What every tab shows where there is nothing. */
export const NO_DEVICES: Record<QuickTab, number> = {
  all: 0,
  online: 0,
  offline_24h: 0,
  alarm: 0,
  unrecognized: 0,
  never_online: 0,
  favourites: 0,
}

/** The subtrees a scope consists of, none within another; null when it is not made of whole subtrees. */
export const wholeSubtrees = (
  { agent_path, own_agent, own_records, group }: Scope,
  below: string | null = null,
): string[] | null => {
  if (own_agent || own_records !== null) return null
  const own = meet([agent_path], [below ?? EVERYTHING.agent_path])
  if (group === null) return own
  if (group.region_prefixes.length > 0 || group.device_ids.length > 0 || group.only_region !== undefined) return null
  if (group.agent_paths.length > 0) return meet(own, group.agent_paths)
  return group.product_keys.length > 0 ? own : []
}

/** What two sets of subtrees have in common. */
const meet = (some: readonly string[], others: readonly string[]): string[] => {
  const common = some.flatMap((one) =>
    others.flatMap((other) => (other.startsWith(one) ? [other] : one.startsWith(other) ? [one] : [])),
  )
  return [...new Set(common)].filter((path) => !common.some((above) => above !== path && path.startsWith(above)))
}

/**
 * A subselect of one row: the tally and what came since it was folded, added up. Which units are off line for long depends
 * on the moment: all that are offline, less those that went since, counted by the hours after the limit's own and by the
 * minutes of that hour; those of the limit's own minute are looked at one by one.
 */
export const tallied = (
  scope: Scope,
  narrowed: Narrowed,
  subtrees: readonly string[],
): RawBuilder<Record<QuickTab, number>> => {
  const { filter, uid } = narrowed
  const limit_minute = sql`date_bin('1 minute', ${LONG_AGO}::timestamptz, timestamptz 'epoch')`
  const limit_hour = sql`date_bin('1 hour', ${LONG_AGO}::timestamptz, timestamptz 'epoch')`
  const conditions = cellConditions(filter, scope)
  const within = sql.join([withinScope(scope, 'devices'), ...conditionsOf(narrowed)], sql` and `)
  return sql`(
    select
      coalesce(sum(n), 0)::int as "all",
      coalesce(sum(online), 0)::int as online,
      (coalesce(sum(n - online - never_online - gone_lately), 0) + (
        select count(*) from device_status left join devices on devices.device_id = device_status.device_id
        where not device_status.online and device_status.first_online_at is not null
          and coalesce(device_status.last_offline_at, device_status.last_online_at) >= ${limit_minute}
          and coalesce(device_status.last_offline_at, device_status.last_online_at) < ${LONG_AGO} and ${within}
      ))::int as offline_24h,
      coalesce(sum(alarm), 0)::int as alarm,
      coalesce(sum(unrecognized), 0)::int as unrecognized,
      coalesce(sum(never_online), 0)::int as never_online,
      (select count(*) from device_favourites join devices on devices.device_id = device_favourites.device_id
         left join device_status on device_status.device_id = devices.device_id
       where device_favourites.uid = ${uid} and ${within})::int as favourites
    from (
      select n, online, never_online, alarm, unrecognized, 0 as gone_lately from ${countTallied(conditions)} told
      where ${cellsUnder(subtrees)} and span_minutes = 0
      union all
      select 0, 0, 0, 0, 0, n from ${countTallied(conditions)} told
      where ${cellsUnder(subtrees)} and span_minutes = 60 and gone_from > ${limit_hour}
      union all
      select 0, 0, 0, 0, 0, n from ${countTallied(conditions)} told
      where ${cellsUnder(subtrees)} and span_minutes = 1
        and gone_from >= ${limit_minute} and gone_from < ${limit_hour} + interval '1 hour'
      union all
      select n, online, never_online, alarm, unrecognized, case when gone_minute >= ${limit_minute} then n else 0 end
      from ${countUntallied(conditions)} devices where ${changesUnder(subtrees)}
    ) sums
  )`
}

/** The numbers of a cell, summed where no other filter is set. */
const NUMBERS = sql`n, case when online_state = 'online' then n else 0 end as online,
  case when online_state = 'never' then n else 0 end as never_online, case when alarm then n else 0 end as alarm,
  case when identify_status = 'unrecognized' then n else 0 end as unrecognized`

/** Tally of the cells that meet all conditions: rows of \`device_totals\`. */
export const countTallied = (conditions: readonly Condition[]) =>
  conditions.length === 0
    ? sql`device_totals`
    : sql`(select agent_id, span_minutes, gone_from, ${NUMBERS} from device_tally where ${sql.join(conditions, sql` and `)})`

/** Changes not yet folded, in the same numbers. */
export const countUntallied = (conditions: readonly Condition[]) => sql`(
  select province_id, city_id, county_id, gone_minute, ${NUMBERS} from device_tally_changes
  where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)})`

/** Hours and minutes in which units went off line are kept for longer than any query needs, even with a clock a day behind. */
const KEPT_MS = 2 * 86_400_000

const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

/** Moves what writers appended into the tallies of devices and alarms, the sums of standing alarms and of daily figures, the holdings and the squares of the map; a transaction already at it does it for all. Gives the bytes they still take. */
export const foldCounters = async (db: Db, now: Date): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_relation_size('device_tally_changes')::int as bytes
    from fold_device_tally(${keptSince(now)}), fold_device_holdings(), fold_map_cells(), fold_alarm_tally(), fold_standing_alarms(),
      fold_device_day_sums()`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Deletes hours and minutes that no query needs any more. */
export const pruneCounters = async (db: Db, now: Date): Promise<void> => {
  await sql`select prune_device_tally(${keptSince(now)}), prune_map_cells()`.execute(db)
}

/**
 * Gives back the room of changes that were folded: every count reads past it. What a transaction that still runs may see
 * stays, as does everything while readers overlap, so this is retried until it succeeds.
 */
export const clearFolded = async (db: Db): Promise<void> => {
  await sql`vacuum (truncate) device_tally_changes, device_holding_changes, map_cell_changes, alarm_tally_changes, standing_alarm_changes`.execute(
    db,
  )
}

/**
 * Cells of these subtrees; the fleet is distributor 0 of the tally. Spelled out one by one: of an array the database, which
 * plans for all values at once, believes that it holds ten, and would plan every call anew instead.
 */
export const cellsUnder = (subtrees: readonly string[]): Condition =>
  subtrees.length === 0
    ? sql`false`
    : sql`agent_id in (${sql.join(subtrees.map((path) => ancestorOf(path)?.agent_id ?? 0))})`

/** A change belongs to a subtree as a device does: it has the same columns of ancestors. */
export const changesUnder = (subtrees: readonly string[]): Condition =>
  subtrees.length === 0 ? sql`false` : sql`(${sql.join(subtrees.map(devicesUnder), sql` or `)})`

/** Of a group's products only; its distributors are chosen by {@link wholeSubtrees}. */
export const cellsOfGroup = ({ group }: Scope): Condition[] =>
  group === null || group.product_keys.length === 0 ? [] : [sql`product_key in (${sql.join(group.product_keys)})`]

const cellConditions = (filter: DeviceFilter, scope: Scope): Condition[] => {
  const all: (Condition | null)[] = [
    filter.product_key === undefined ? null : sql`product_key = ${filter.product_key}`,
    filter.online_status === undefined ? null : sql`online_state = ${filter.online_status}`,
    filter.alarm_status === undefined ? null : sql`alarm = ${filter.alarm_status}`,
    filter.vcard_pk === undefined ? null : sql`identify_status = ${filter.vcard_pk}`,
    filter.bus_status === undefined ? null : sql`bus_status = ${filter.bus_status}`,
    filter.net === undefined ? null : sql`net = ${filter.net}`,
  ]
  return [...cellsOfGroup(scope), ...all.filter((condition) => condition !== null)]
}
