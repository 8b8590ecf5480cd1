import type { DeviceFilter, QuickTab } from '@heatfleet/contract/devices.ts'
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
  if (group.region_prefixes.length > 0 || group.device_ids.length > 0) return null
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
 * A subselect of one row: cells of the tally and what came since it was folded, added up. Which units are off line for long
 * depends on the moment: all that are off line, less those that went since the hour in which the limit lies, and of that
 * hour those beyond the limit, one by one, where there are any.
 */
export const tallied = (
  scope: Scope,
  narrowed: Narrowed,
  subtrees: readonly string[],
): RawBuilder<Record<QuickTab, number>> => {
  const { filter, uid } = narrowed
  const limit_hour = sql`date_bin('1 hour', ${LONG_AGO}::timestamptz, timestamptz 'epoch')`
  const cell = sql.join(cellConditions(filter, scope), sql` and `)
  const within = sql.join([withinScope(scope, 'devices'), ...conditionsOf(narrowed)], sql` and `)
  return sql`(
    select
      coalesce(sum(n), 0)::int as "all",
      coalesce(sum(n) filter (where online_state = 'online'), 0)::int as online,
      (coalesce(sum(n) filter (where online_state = 'offline'), 0) - coalesce(sum(gone_lately), 0)
        + case when coalesce(sum(gone_lately) filter (where gone_hour = ${limit_hour}), 0) = 0 then 0 else (
          select count(*) from device_status left join devices on devices.device_id = device_status.device_id
          where not device_status.online and device_status.first_online_at is not null
            and coalesce(device_status.last_offline_at, device_status.last_online_at) >= ${limit_hour}
            and coalesce(device_status.last_offline_at, device_status.last_online_at) < ${LONG_AGO} and ${within}
        ) end)::int as offline_24h,
      coalesce(sum(n) filter (where alarm), 0)::int as alarm,
      coalesce(sum(n) filter (where identify_status = 'unrecognized'), 0)::int as unrecognized,
      coalesce(sum(n) filter (where online_state = 'never'), 0)::int as never_online,
      (select count(*) from device_favourites join devices on devices.device_id = device_favourites.device_id
         left join device_status on device_status.device_id = devices.device_id
       where device_favourites.uid = ${uid} and ${within})::int as favourites
    from (
      select online_state, alarm, identify_status, gone_hour, n, 0 as gone_lately from device_tally
      where ${cellsUnder(subtrees)} and gone_hour = '-infinity' and ${cell}
      union all
      select online_state, alarm, identify_status, gone_hour, 0, n from device_tally
      where ${cellsUnder(subtrees)} and gone_hour >= ${limit_hour} and ${cell}
      union all
      select online_state, alarm, identify_status, gone_hour, n, case when gone_hour >= ${limit_hour} then n else 0 end
      from device_tally_changes as devices where ${changesUnder(subtrees)} and ${cell}
    ) cells
  )`
}

/** Moves what writers appended into the tally; whoever is already at it does it for all. Gives the bytes they still take. */
export const foldTally = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_relation_size('device_tally_changes')::int as bytes from fold_device_tally()`.execute(db)
  return rows[0]?.bytes ?? 0
}

/**
 * Gives back the room of changes that were folded: every count reads past it. What a transaction that still runs may see
 * stays, as does everything while somebody reads without a pause, so this is asked again until it has worked.
 */
export const clearFolded = async (db: Db): Promise<void> => {
  await sql`vacuum (truncate) device_tally_changes`.execute(db)
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
export const cellsOfGroup = ({ group }: Scope): Condition =>
  group === null || group.product_keys.length === 0 ? sql`true` : sql`product_key in (${sql.join(group.product_keys)})`

const cellConditions = (filter: DeviceFilter, scope: Scope): Condition[] => {
  const all: (Condition | null)[] = [
    cellsOfGroup(scope),
    filter.product_key === undefined ? null : sql`product_key = ${filter.product_key}`,
    filter.online_status === undefined ? null : sql`online_state = ${filter.online_status}`,
    filter.alarm_status === undefined ? null : sql`alarm = ${filter.alarm_status}`,
    filter.identify_status === undefined ? null : sql`identify_status = ${filter.identify_status}`,
    filter.bus_status === undefined ? null : sql`bus_status = ${filter.bus_status}`,
    filter.net === undefined ? null : sql`net = ${filter.net}`,
  ]
  return all.filter((condition) => condition !== null)
}
