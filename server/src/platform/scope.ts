import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * What a resource group names. A device is in it when its distributor matches the where-part (a listed subtree or a
 * listed region; nothing listed = anywhere) and its product matches (nothing listed = any), or when it is listed itself.
 */
export type GroupScope = {
  readonly group_id: number
  readonly agent_paths: readonly string[]
  /** GB/T 2260 codes without their closing zero pairs, so that a province matches its counties. */
  readonly region_prefixes: readonly string[]
  readonly product_keys: readonly string[]
  readonly device_ids: readonly number[]
  /** A question about one region alone: only what of the group is there. */
  readonly only_region?: string
}

/**
 * Which owned rows a caller may touch: role's data scope ∩ resource group ∩ distributor subtree. The second argument of
 * every store function that reads owned rows. There is no default; work of the system itself must say
 * {@link EVERYTHING} aloud.
 */
export type Scope = {
  /** The subtree; '/' is the whole fleet. */
  readonly agent_path: string
  /** Only the distributor at `agent_path`, none below. */
  readonly own_agent: boolean
  /** Only what this account entered itself; `agent_path` is its own place, wherever the scope was narrowed to. */
  readonly own_records: { readonly uid: number; readonly user_name: string; readonly agent_path: string } | null
  /** Null narrows nothing. */
  readonly group: GroupScope | null
}

/** A distributor and all below it. */
export const subtreeOf = (agent_path: string): Scope => ({
  agent_path,
  own_agent: false,
  own_records: null,
  group: null,
})

/** The whole fleet: the system itself, and the manufacturer's people whom nothing narrows. Every path starts with a slash. */
export const EVERYTHING: Scope = subtreeOf('/')

/** True for a scope that nothing narrows. */
export const isEverything = (scope: Scope): boolean =>
  scope.agent_path === EVERYTHING.agent_path && !scope.own_agent && scope.own_records === null && scope.group === null

/**
 * The predicate over rows of `devices`, which the query must name. Put it into each `where`; it is an index range where
 * the subtree alone decides.
 */
export const withinScope = (scope: Scope, _of: 'devices'): Expression<SqlBool> =>
  every(
    pathWithin(scope, 'devices.agent_path'),
    scope.own_records === null ? null : sql<SqlBool>`devices.imported_user = ${scope.own_records.user_name}`,
    scope.group === null ? null : devicesOfGroup(scope.group),
  )

/** The predicate over rows of `distributors`, which the query must name. Of own records, the own distributor alone. */
export const agentsWithin = (scope: Scope, _of: 'distributors'): Expression<SqlBool> =>
  every(
    pathWithin(scope, 'distributors.agent_path'),
    scope.own_records === null ? null : sql<SqlBool>`distributors.agent_path = ${scope.own_records.agent_path}`,
    scope.group === null ? null : agentsOfGroup(scope.group),
  )

/**
 * The predicate over rows of `accounts`, left-joined with their `distributors`. The manufacturer's own accounts (no
 * distributor) are seen by the manufacturer's people whom no group narrows.
 */
export const accountsWithin = (scope: Scope, _of: 'accounts'): Expression<SqlBool> => {
  if (scope.own_records !== null)
    return every(
      sql<SqlBool>`(accounts.created_by = ${scope.own_records.uid} or accounts.uid = ${scope.own_records.uid})`,
      isNarrowed(scope) ? pathRange('distributors.agent_path', scope.agent_path) : null,
    )
  const of_agents = sql<SqlBool>`(accounts.agent_id is not null and ${agentsWithin(scope, 'distributors')})`
  return scope.agent_path === EVERYTHING.agent_path && scope.group === null
    ? sql<SqlBool>`(accounts.agent_id is null or ${of_agents})`
    : of_agents
}

/** The predicate over lines of `audit_log`: those of actors within. Entries without an actor belong to the manufacturer. */
export const auditWithin = (scope: Scope, _of: 'audit_log'): Expression<SqlBool> => {
  if (scope.own_records !== null)
    return every(
      sql<SqlBool>`audit_log.uid = ${scope.own_records.uid}`,
      isNarrowed(scope) ? pathRange('audit_log.agent_path', scope.agent_path) : null,
    )
  if (isEverything(scope)) return sql<SqlBool>`true`
  return every(
    scope.agent_path === EVERYTHING.agent_path && scope.own_agent
      ? sql<SqlBool>`audit_log.agent_path is null`
      : pathWithin(scope, 'audit_log.agent_path'),
    scope.group === null ? null : any(scope.group.agent_paths.map((path) => pathRange('audit_log.agent_path', path))),
  )
}

/** The predicate over rows of `app_users`: those bound to a device within; the unbound are the manufacturer's. */
export const appUsersWithin = (scope: Scope, _of: 'app_users'): Expression<SqlBool> =>
  isEverything(scope)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from bindings join devices on devices.device_id = bindings.device_id
        where bindings.app_user_id = app_users.app_user_id and ${withinScope(scope, 'devices')})`

/** The predicate over rows of `shipments`: those whose receiver is within; of own records, what the account itself shipped. */
export const shipmentsWithin = (scope: Scope, _of: 'shipments'): Expression<SqlBool> =>
  every(
    ...shippedTo(scope),
    scope.group === null
      ? null
      : sql<SqlBool>`exists (select from shipment_devices join devices on devices.device_id = shipment_devices.device_id
          where shipment_devices.shipment_id = shipments.shipment_id and ${devicesOfGroup(scope.group)})`,
  )

/** The predicate over rows of `shipment_devices`, joined with their `shipments` and, for the sake of groups, `devices`. */
export const shippedWithin = (scope: Scope, _of: 'shipment_devices'): Expression<SqlBool> =>
  every(...shippedTo(scope), scope.group === null ? null : devicesOfGroup(scope.group))

const shippedTo = (scope: Scope) => [
  pathWithin(scope, 'shipments.receiver_path'),
  scope.own_records === null ? null : sql<SqlBool>`shipments.uid = ${scope.own_records.uid}`,
]

/**
 * The predicate over rows of `iccids`, left-joined with their `devices`: cards of devices within. Cards in no device are the
 * manufacturer's, whom no group narrows. Of own records, the cards that the account itself entered.
 */
export const iccidsWithin = (scope: Scope, _of: 'iccids'): Expression<SqlBool> => {
  const { own_records, ...place } = scope
  const of_devices = sql<SqlBool>`(iccids.device_id is not null and ${withinScope({ ...place, own_records: null }, 'devices')})`
  return every(
    seesLooseIccids(scope) ? sql<SqlBool>`(iccids.device_id is null or ${of_devices})` : of_devices,
    own_records === null ? null : sql<SqlBool>`iccids.imported_user = ${own_records.user_name}`,
  )
}

/** Whether a card in no device is visible in the scope. */
export const seesLooseIccids = (scope: Scope): boolean =>
  scope.agent_path === EVERYTHING.agent_path && scope.group === null

/**
 * The predicate over rows of `rollouts`: those proposed within. A resource group names no proposer's place, so accounts with
 * one see what was proposed under the same group.
 */
export const rolloutsWithin = (scope: Scope, _of: 'rollouts'): Expression<SqlBool> =>
  every(
    pathWithin(scope, 'rollouts.agent_path'),
    scope.own_records === null ? null : sql<SqlBool>`rollouts.uid = ${scope.own_records.uid}`,
    scope.group === null ? null : sql<SqlBool>`rollouts.group_id = ${scope.group.group_id}`,
  )

/** What is known of a device where no SQL runs. */
export type DevicePlace = { agent_path: string; product_key?: string; device_id: number }

/**
 * False when the device is surely not in the scope; for pushes, where no SQL runs. What memory does not hold (regions, own
 * records) is queried in SQL when watching begins and once a second: see {@link needsSql}.
 */
export const mayBeWithin = (scope: Scope, device: DevicePlace): boolean => {
  const is_placed = scope.own_agent
    ? device.agent_path === scope.agent_path
    : device.agent_path.startsWith(scope.agent_path)
  if (!is_placed) return false
  if (scope.group === null || scope.group.device_ids.includes(device.device_id)) return true
  const { agent_paths, region_prefixes, product_keys } = scope.group
  if (agent_paths.length + region_prefixes.length + product_keys.length === 0) return false
  const is_there = agent_paths.length === 0 || agent_paths.some((path) => device.agent_path.startsWith(path))
  const is_that =
    product_keys.length === 0 || device.product_key === undefined || product_keys.includes(device.product_key)
  return (is_there || region_prefixes.length > 0) && is_that
}

/** True for scopes that only SQL can evaluate in full. */
export const needsSql = (scope: Scope): boolean => scope.group !== null || scope.own_records !== null

/** The first text after every text with this prefix. A path ends with '/', and '0' is the character after '/'. */
export const upperBound = (agent_path: string): string => `${agent_path.slice(0, -1)}0`

type PathColumn =
  | 'devices.agent_path'
  | 'alarms.agent_path'
  | 'alarm_tally_changes.agent_path'
  | 'distributors.agent_path'
  | 'audit_log.agent_path'
  | 'shipments.receiver_path'
  | 'device_imports.agent_path'
  | 'rollouts.agent_path'

/** A column starts with a path, as an index range. */
export const pathRange = (column: PathColumn, agent_path: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${agent_path} and ${sql.ref(column)} < ${upperBound(agent_path)})`

const ANCESTORS = ['province_id', 'city_id', 'county_id'] as const

/** The distributor a path ends at and the column of `devices` that holds its level; null for the whole fleet. */
export const ancestorOf = (agent_path: string): { column: (typeof ANCESTORS)[number]; agent_id: number } | null => {
  const ids = agent_path.split('/').filter(Boolean)
  const column = ANCESTORS[ids.length - 1]
  return column === undefined ? null : { column, agent_id: Number(ids.at(-1)) }
}

/** Devices of a distributor and all below it: an equality, which an index continues in the order of ids (migration 9). */
export const devicesUnder = (agent_path: string): Expression<SqlBool> => {
  const ancestor = ancestorOf(agent_path)
  return ancestor === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(`devices.${ancestor.column}`)} = ${ancestor.agent_id}`
}

/** The subtree of a scope; null = no narrower than the fleet. */
export const pathWithin = (scope: Scope, column: PathColumn): Expression<SqlBool> | null => {
  if (scope.own_agent) return sql<SqlBool>`${sql.ref(column)} = ${scope.agent_path}`
  if (scope.agent_path === EVERYTHING.agent_path) return null
  return column === 'devices.agent_path' ? devicesUnder(scope.agent_path) : pathRange(column, scope.agent_path)
}

/** True where own records are looked at from elsewhere than the own place: those at that place alone. */
const isNarrowed = ({ own_records, agent_path }: Scope): boolean =>
  own_records !== null && own_records.agent_path !== agent_path

/** Patterns of codes that begin so. */
export const regionsLike = (prefixes: readonly string[]) => prefixes.map((prefix) => `${prefix}%`)

/** The where-part of a group, and the region to which a question is narrowed, over a table; null narrows nothing. */
type GroupPlaces = Record<'where' | 'only', Expression<SqlBool> | null>

/** Rows of the devices of a group, in a table with their `product_key` and `device_id`. */
export const rowsOfGroup = (
  { product_keys, device_ids }: GroupScope,
  table: 'devices' | 'alarms',
  { where, only }: GroupPlaces,
): Expression<SqlBool> => {
  const what =
    product_keys.length === 0 ? null : sql<SqlBool>`${sql.ref(`${table}.product_key`)} in (${sql.join(product_keys)})`
  const has_rule = where !== null || what !== null
  return every(
    only,
    any([
      ...(has_rule ? [every(where, what)] : []),
      ...(device_ids.length === 0 ? [] : [sql<SqlBool>`${sql.ref(`${table}.device_id`)} = any(${[...device_ids]})`]),
    ]),
  )
}

/** Places of a group as `within` writes distributors by paths and patterns of region codes. */
export const placesOfGroup = (
  { agent_paths, region_prefixes, only_region }: GroupScope,
  within: (agent_paths: readonly string[], patterns: readonly string[]) => Expression<SqlBool>,
): GroupPlaces => ({
  where: agent_paths.length + region_prefixes.length === 0 ? null : within(agent_paths, regionsLike(region_prefixes)),
  only: only_region === undefined ? null : within([], regionsLike([only_region])),
})

const devicesOfGroup = (group: GroupScope) =>
  rowsOfGroup(
    group,
    'devices',
    placesOfGroup(group, (agent_paths, patterns) => {
      const regions = sql<SqlBool>`devices.agent_id in (select agent_id from distributors where region_code like any(${patterns}))`
      return any([...agent_paths.map(devicesUnder), ...(patterns.length === 0 ? [] : [regions])])
    }),
  )

/** Distributors under one of the paths, or in a region of one of the patterns. */
export const distributorsIn = (agent_paths: readonly string[], patterns: readonly string[]): Expression<SqlBool> =>
  any([
    ...agent_paths.map((path) => pathRange('distributors.agent_path', path)),
    ...(patterns.length === 0 ? [] : [sql<SqlBool>`distributors.region_code like any(${patterns})`]),
  ])

const agentsOfGroup = (group: GroupScope) => {
  const { where, only } = placesOfGroup(group, distributorsIn)
  // A group of products alone is everywhere.
  if (where === null && group.product_keys.length > 0) return only
  const of_units = sql<SqlBool>`distributors.agent_id in (select agent_id from devices where device_id = any(${[...group.device_ids]}))`
  return every(only, any([...(where === null ? [] : [where]), ...(group.device_ids.length === 0 ? [] : [of_units])]))
}

/** All of the conditions; null is none. */
export const every = (...conditions: readonly (Expression<SqlBool> | null)[]): Expression<SqlBool> =>
  join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
    sql<SqlBool>`true`,
  )

/** None of nothing holds: a group that names nothing holds nothing. */
export const any = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  join(conditions, sql` or `, sql<SqlBool>`false`)

const join = (
  conditions: readonly Expression<SqlBool>[],
  word: ReturnType<typeof sql>,
  empty: Expression<SqlBool>,
): Expression<SqlBool> => {
  if (conditions.length <= 1) return conditions[0] ?? empty
  return sql<SqlBool>`(${sql.join([...conditions], word)})`
}
