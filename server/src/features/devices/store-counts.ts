import { type DeviceFilter, QUICK_TABS, type QuickTab } from '@heatfleet/contract/devices.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { ancestorOf, devicesUnder, EVERYTHING, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { LONG_OFFLINE_MS, quickConditions } from './store-filter.ts'
import { searchWithin } from './store-rows.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

/** A question about devices: the filter, the path of its distributor where all below it counts, and both as conditions. */
export type Narrowed = {
  filter: DeviceFilter
  agent_path: string | null
  conditions: readonly Condition[]
  /** Whose favourites. */
  uid: number
  now: Date
}

const HOUR_MS = 3_600_000

/** How many devices each quick tab would show; exact. From the tally where it knows the filter, else by counting. */
export const countDevices = async (db: Db, scope: Scope, narrowed: Narrowed): Promise<Record<QuickTab, number>> => {
  const subtrees = isTallied(narrowed) ? subtreesOf(scope, narrowed.agent_path) : null
  if (subtrees === null) return countOneByOne(db, scope, narrowed)
  return readTally(db, scope, narrowed, subtrees)
}

const NONE: Record<QuickTab, number> = {
  all: 0,
  online: 0,
  offline_24h: 0,
  alarm: 0,
  unrecognized: 0,
  never_online: 0,
  favourites: 0,
}

const countOneByOne = async (db: Db, scope: Scope, { conditions, uid, now }: Narrowed) => {
  const quick = quickConditions(now)
  const counts = await searchWithin(db, scope, uid)
    .where((is) => is.and(conditions))
    .select(QUICK_TABS.map((tab) => sql<number>`count(*) filter (where ${quick[tab]})::int`.as(tab)))
    .executeTakeFirst()
  return { ...NONE, ...counts }
}

/** Filters the tally tells devices apart by; any other is counted one by one. */
const TALLIED: ReadonlySet<string> = new Set([
  'product_key',
  'online_status',
  'alarm_status',
  'identify_status',
  'bus_status',
  'net',
  // These choose no devices, or are told apart below.
  'agent_id',
  'include_lower',
  'quick',
  'sort_by',
  'sort_order',
])

const isTallied = ({ filter, agent_path }: Narrowed): boolean =>
  (filter.agent_id === undefined || agent_path !== null) &&
  Object.entries(filter).every(([name, value]) => TALLIED.has(name) || value === undefined || String(value) === '')

/** The subtrees a scope consists of, none within another; null when it is not made of whole subtrees. */
const subtreesOf = ({ agent_path, own_agent, own_records, group }: Scope, below: string | null): string[] | null => {
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
 * Cells of the tally and what came since it was folded, added up. Which units are off line for long depends on the
 * moment: all that are off line, less those that went since the hour in which the limit lies, and of that hour those
 * beyond the limit, one by one.
 */
const readTally = async (
  db: Db,
  scope: Scope,
  { filter, conditions, uid, now }: Narrowed,
  subtrees: readonly string[],
): Promise<Record<QuickTab, number>> => {
  const limit = new Date(now.getTime() - LONG_OFFLINE_MS)
  const limit_hour = new Date(Math.floor(limit.getTime() / HOUR_MS) * HOUR_MS)
  const cell = sql.join(cellConditions(filter, scope), sql` and `)
  const within = sql.join([withinScope(scope, 'devices'), ...conditions], sql` and `)
  const { rows } = await sql<Record<QuickTab, number>>`
    select
      coalesce(sum(n), 0)::int as "all",
      coalesce(sum(n) filter (where online_state = 'online'), 0)::int as online,
      (coalesce(sum(n) filter (where online_state = 'offline'), 0) - coalesce(sum(gone_lately), 0) + (
        select count(*) from device_status join devices on devices.device_id = device_status.device_id
        where not device_status.online and device_status.first_online_at is not null
          and coalesce(device_status.last_offline_at, device_status.last_online_at) >= ${limit_hour}
          and coalesce(device_status.last_offline_at, device_status.last_online_at) < ${limit} and ${within}
      ))::int as offline_24h,
      coalesce(sum(n) filter (where alarm), 0)::int as alarm,
      coalesce(sum(n) filter (where identify_status = 'unrecognized'), 0)::int as unrecognized,
      coalesce(sum(n) filter (where online_state = 'never'), 0)::int as never_online,
      (select count(*) from device_favourites join devices on devices.device_id = device_favourites.device_id
         left join device_status on device_status.device_id = devices.device_id
       where device_favourites.uid = ${uid} and ${within})::int as favourites
    from (
      select online_state, alarm, identify_status, n, 0 as gone_lately from device_tally
      where agent_id = any(${subtrees.map(tallyIdOf)}) and gone_hour = '-infinity' and ${cell}
      union all
      select online_state, alarm, identify_status, 0, n from device_tally
      where agent_id = any(${subtrees.map(tallyIdOf)}) and gone_hour >= ${limit_hour} and ${cell}
      union all
      select online_state, alarm, identify_status, n, case when gone_hour >= ${limit_hour} then n else 0 end
      from device_tally_changes as devices where ${anyOf(subtrees.map(devicesUnder))} and ${cell}
    ) cells`.execute(db)
  return rows[0] ?? NONE
}

/** Moves what writers appended into the tally; whoever is already at it does it for all. */
export const foldTally = async (db: Db): Promise<void> => {
  await sql`select fold_device_tally()`.execute(db)
}

/** The fleet is distributor 0 of the tally. */
const tallyIdOf = (path: string): number => ancestorOf(path)?.agent_id ?? 0

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

const cellConditions = (filter: DeviceFilter, { group }: Scope): Condition[] => {
  const all: (Condition | null)[] = [
    sql`true`,
    group === null || group.product_keys.length === 0 ? null : sql`product_key = any(${[...group.product_keys]})`,
    filter.product_key === undefined ? null : sql`product_key = ${filter.product_key}`,
    filter.online_status === undefined ? null : sql`online_state = ${filter.online_status}`,
    filter.alarm_status === undefined ? null : sql`alarm = ${filter.alarm_status}`,
    filter.identify_status === undefined ? null : sql`identify_status = ${filter.identify_status}`,
    filter.bus_status === undefined ? null : sql`bus_status = ${filter.bus_status}`,
    filter.net === undefined ? null : sql`net = ${filter.net}`,
  ]
  return all.filter((condition) => condition !== null)
}
