import { HEALTH_BAD, HEALTH_FAIR, type HealthBand } from '@heatfleet/contract/device-days/health-bands.ts'
import type { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import { CARD_ENDING_DAYS, DeviceFilter, type QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { boxAroundCircle, haversineOf, type MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import type { OnlineState } from '@heatfleet/contract/transitions.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { rangesOf, squareOf } from '../../platform/quadtree.ts'
import { devicesUnder } from '../../platform/scope.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { IS_IDENTIFIED } from './store-rows.ts'

type Condition = Expression<SqlBool>

/** Which devices a group holds. */
export type GroupMembers =
  | { kind: 'static'; group_id: number }
  /** `agent_path`: of the filter's distributor; null = none is named, or it is gone. */
  | { kind: 'dynamic'; group_id: number; filter: DeviceGroupRule; agent_path: string | null }

/** A question about devices: the filter, and the path of its distributor where all below it counts. */
export type Narrowed = {
  filter: DeviceFilter
  agent_path: string | null
  /** Members of the filter's group; null = none is named. */
  group?: GroupMembers | null | undefined
  /** Whose favourites. */
  uid: number
  /** Whether SIM cards count for health: those who ask may see them. */
  sees_cards?: boolean | undefined
  now: Date
}

const DAY_MS = 86_400_000
/** Offline for longer than this shows in its own quick tab. */
const LONG_OFFLINE_MS = DAY_MS

/**
 * Placeholders for the values that change with each query: the moment since which a unit must be offline to
 * be so for long, and the texts people type. {@link withValues} puts them in, so that a statement is put together once.
 */
export const LONG_AGO = Symbol('the moment before which a unit went off line long ago')
const CARD_ENDS_BEFORE = Symbol('the moment before which the end of a SIM card is near')
const COMPLETE_ID = Symbol('the text as a complete id')
const ID_FROM_START = Symbol('the beginning of an id, as a pattern')
const ICCID_FROM_START = Symbol('the beginning of a card number, as a pattern')
const SEARCHED_IN_NAME = Symbol('what is searched for in a name, as a pattern')
const PART_OF_NAME = Symbol('a part of the name, as a pattern')
const SIM_ENDS_BEFORE = Symbol('the moment before which the SIM card ends')

const VALUES = new Map<unknown, (query: Pick<Narrowed, 'filter' | 'now'>) => unknown>([
  [LONG_AGO, ({ now }) => new Date(now.getTime() - LONG_OFFLINE_MS)],
  [CARD_ENDS_BEFORE, ({ now }) => new Date(now.getTime() + CARD_ENDING_DAYS * DAY_MS)],
  [COMPLETE_ID, ({ filter: { search = '' } }) => bareId(search)],
  [ID_FROM_START, ({ filter: { search = '' } }) => `${literal(bareId(search) || search)}%`],
  [ICCID_FROM_START, ({ filter: { search = '' } }) => `${literal(search)}%`],
  [SEARCHED_IN_NAME, ({ filter: { search = '' } }) => withinName(search)],
  [PART_OF_NAME, ({ filter: { device_name = '' } }) => withinName(device_name)],
  [SIM_ENDS_BEFORE, ({ filter: { sim_days_left = 0 }, now }) => new Date(now.getTime() + sim_days_left * DAY_MS)],
])

/** The values of a statement as they are now. */
export const withValues = (values: readonly unknown[], query: Pick<Narrowed, 'filter' | 'now'>): unknown[] =>
  values.map((value) => {
    const now = typeof value === 'symbol' ? VALUES.get(value) : undefined
    return now === undefined ? value : now(query)
  })

/** A filter without what {@link withValues} puts in: questions alike in this are one statement. */
export const shapeOf = (filter: DeviceFilter): DeviceFilter => ({
  ...filter,
  search: filter.search && 'text',
  device_name: filter.device_name && 'text',
})

/** The column of the score that counts for who asks; null = nothing lowers it. */
export const healthScore = (sees_cards: boolean | undefined): RawBuilder<number> =>
  sees_cards === true ? sql.ref('device_health.score') : sql.ref('device_health.score_without_card')

/** A unit's health is in a band. Few units have a low one: those are found by an index, and all others are not those. */
const isHealthy = (band: HealthBand, score: RawBuilder<number>): Condition =>
  band === 'good'
    ? sql`not exists (select from device_health
        where device_health.device_id = devices.device_id and ${score} < ${sql.lit(HEALTH_FAIR)})`
    : sql`devices.device_id in (select device_health.device_id from device_health
        where ${score} < ${sql.lit(band === 'bad' ? HEALTH_BAD : HEALTH_FAIR)}
          and ${score} >= ${sql.lit(band === 'bad' ? 0 : HEALTH_BAD)})`

/** The classes of the order by health: those that something speaks against, by their score, then all others. */
export const HEALTH_CLASSES: readonly Condition[] = [
  sql`device_health.device_id is not null`,
  sql`device_health.device_id is null`,
]

/** A province and a city without the zeros that their codes end with; any other code as it is. */
const regionStart = (code: string): string =>
  code.replace(/^(\d\d)(\d\d)?(?:00)+$/, (_, province, city) =>
    city === undefined || city === '00' ? province : province + city,
  )

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Units whose SIM card ends before a moment: few, found by an index of the ends. */
export const cardEndsBefore = (moment: unknown) => sql`(select iccids.device_id from iccids
  where iccids.expires_at < ${moment}::timestamptz and iccids.status <> 'cancelled' and iccids.device_id is not null)`

/** Written as the partial index has it; a device without a status row is in none of these states. */
const IN_ALARM = sql<SqlBool>`device_status.alarm_count > 0`

const ONLINE_IS: Record<OnlineState, Condition> = {
  online: sql<SqlBool>`device_status.online`,
  offline: sql<SqlBool>`(not device_status.online and device_status.first_online_at is not null)`,
  never: sql<SqlBool>`(device_status.online is not true and device_status.first_online_at is null)`,
}

/** What each quick tab shows, beside the other filters. */
const quickConditions = (long_ago: unknown): Record<QuickTab, Condition> => ({
  all: sql<SqlBool>`true`,
  online: sql<SqlBool>`device_status.online`,
  offline_24h: sql<SqlBool>`(not device_status.online and device_status.first_online_at is not null
    and coalesce(device_status.last_offline_at, device_status.last_online_at)
      < ${long_ago}::timestamptz)`,
  alarm: IN_ALARM,
  unrecognized: sql<SqlBool>`devices.identify_status = 'unrecognized'`,
  never_online: sql<SqlBool>`device_status.first_online_at is null`,
  favourites: sql<SqlBool>`device_favourites.uid is not null`,
})
/** The classes of the order by urgency, first to last; each device is in one of them. */
export const URGENCIES: readonly Condition[] = [
  IN_ALARM,
  sql`((${IN_ALARM}) is not true and ${ONLINE_IS.offline})`,
  sql`((${IN_ALARM}) is not true and (${ONLINE_IS.offline}) is not true)`,
]

export const QUICK_CONDITIONS = quickConditions(LONG_AGO)

/** Ids are stored bare and in lower case; people paste them with separators. */
const bareId = (text: string): string => text.toLowerCase().replaceAll(/[\s:.-]/g, '')

const withinName = (text: string): string => `%${literal(text.toLowerCase())}%`

const searched = (placed: Placed) =>
  sql<SqlBool>`(devices.mac like ${placed(ID_FROM_START)} or devices.iccid like ${placed(ICCID_FROM_START)}
    or lower(devices.device_name) like ${placed(SEARCHED_IN_NAME)})`

const standsIn = (area: MapBox): Condition => {
  const { x0, y0, x1, y1 } = squareOf(area)
  const codes = rangesOf(squareOf(area), LIMITS.map_ranges_max).map(
    ({ from, to }) => sql`(map_points.code >= ${from} and map_points.code < ${to})`,
  )
  return sql`devices.device_id in (select map_points.device_id from map_points
    where (${sql.join(codes, sql` or `)})
      and map_points.x between ${x0} and ${x1} and map_points.y between ${y0} and ${y1})`
}

/** The box finds them by the index, the haversine formula leaves out its corners. */
const standsWithin = (circle: MapCircle): Condition =>
  sql`(${standsIn(boxAroundCircle(circle))}
    and power(sin(radians(devices.lat - ${circle.lat}::float8) / 2), 2)
      + cos(radians(${circle.lat}::float8)) * cos(radians(devices.lat))
        * power(sin(radians(devices.lon - ${circle.lon}::float8) / 2), 2) <= ${haversineOf(circle.radius_km)}::float8)`

/** A placeholder, or its value. */
type Placed = (placeholder: symbol) => unknown
const PLACEHOLDERS: Placed = (placeholder) => placeholder

/** The conditions of a question but the quick tab, with placeholders. */
export const conditionsOf = ({ filter, agent_path, group, sees_cards, now }: Omit<Narrowed, 'uid'>): Condition[] => [
  ...filterConditions({ filter, agent_path, sees_cards }, PLACEHOLDERS),
  ...virtualConditions(filter, PLACEHOLDERS),
  ...(group === null || group === undefined ? [] : [membersOf(group, now)]),
]

/** Whether a question is about the whole fleet of its scope, whatever it is sorted by. */
export const isUnfiltered = ({ filter, agent_path, group }: Omit<Narrowed, 'uid'>): boolean =>
  filterConditions({ filter, agent_path }, PLACEHOLDERS).length === 0 &&
  filter.virtual_units === undefined &&
  (group === null || group === undefined)

/** Virtual units are no part of the fleet: they are asked for, or named by their complete ids. */
const virtualConditions = ({ virtual_units, macs = [], search = '' }: DeviceFilter, placed: Placed): Condition[] => {
  if (virtual_units === 'only') return [sql`devices.virtual`]
  if (virtual_units === 'with' || macs.length > 0) return []
  return [search === '' ? NOT_VIRTUAL : sql`(${NOT_VIRTUAL} or devices.mac = ${placed(COMPLETE_ID)})`]
}

/** All conditions of a filter as it is now, without favourites: whole, for statements of others. */
const fixedConditions = (query: Pick<Narrowed, 'filter' | 'agent_path' | 'now'>): Condition[] => {
  const placed = (placeholder: symbol) => VALUES.get(placeholder)?.(query)
  return [
    ...filterConditions(query, placed),
    ...virtualConditions(query.filter, placed),
    quickConditions(placed(LONG_AGO))[query.filter.quick],
  ]
}

const filterConditions = (
  { filter, agent_path, sees_cards }: Pick<Narrowed, 'filter' | 'agent_path' | 'sees_cards'>,
  placed: Placed,
): Condition[] => {
  const all: (Condition | null)[] = [
    filter.macs === undefined || filter.macs.length === 0 ? null : sql`devices.mac = any(${filter.macs})`,
    filter.except_macs === undefined || filter.except_macs.length === 0
      ? null
      : sql`devices.mac <> all(${filter.except_macs})`,
    filter.device_name === undefined || filter.device_name === ''
      ? null
      : sql`lower(devices.device_name) like ${placed(PART_OF_NAME)}`,
    filter.search === undefined || filter.search === '' ? null : searched(placed),
    filter.product_key === undefined ? null : sql`devices.product_key = ${filter.product_key}`,
    filter.agent_id === undefined
      ? null
      : filter.include_lower && agent_path !== null
        ? devicesUnder(agent_path)
        : sql`devices.agent_id = ${filter.agent_id}`,
    filter.manufacturer_stock === undefined ? null : sql`(devices.agent_id is null) = ${filter.manufacturer_stock}`,
    filter.online_status === undefined ? null : ONLINE_IS[filter.online_status],
    filter.active_status === undefined ? null : sql`devices.active = ${filter.active_status}`,
    filter.alarm_status === undefined ? null : filter.alarm_status ? IN_ALARM : sql`(${IN_ALARM}) is not true`,
    filter.alarm_severity === undefined
      ? null
      : // A fault without a severity counts as minor, as on the map.
        sql`(${IN_ALARM} and coalesce(device_status.alarm_severity, 'minor') = ${filter.alarm_severity})`,
    filter.identify_status === undefined ? null : sql`${IS_IDENTIFIED} = ${filter.identify_status === 'recognized'}`,
    filter.vcard_pk === undefined ? null : sql`devices.identify_status = ${filter.vcard_pk}`,
    filter.bus_status === undefined
      ? null
      : filter.bus_status === 'unknown'
        ? sql`coalesce(device_status.bus_status, 'unknown') = 'unknown'`
        : sql`device_status.bus_status = ${filter.bus_status}`,
    filter.net === undefined ? null : sql`devices.net = ${filter.net}`,
    filter.card_ending === undefined
      ? null
      : sql`(devices.device_id in ${cardEndsBefore(placed(CARD_ENDS_BEFORE))}) = ${filter.card_ending}`,
    filter.software_version ? sql`devices.software_version = ${filter.software_version}` : null,
    filter.hardware_version ? sql`devices.hardware_version = ${filter.hardware_version}` : null,
    filter.module_version ? sql`devices.module_version = ${filter.module_version}` : null,
    filter.module_type ? sql`devices.module_type = ${filter.module_type}` : null,
    filter.import_tag ? sql`devices.import_tag = ${filter.import_tag}` : null,
    filter.tag
      ? sql`exists (select from device_tags
          where device_tags.device_id = devices.device_id and lower(device_tags.tag) = lower(${filter.tag}))`
      : null,
    filter.bound === undefined
      ? null
      : sql`exists (select from bindings where bindings.device_id = devices.device_id) = ${filter.bound}`,
    filter.bound_users_min === undefined
      ? null
      : // One look at an index for each unit that the other conditions leave: to group all bindings takes longer.
        sql`exists (select from bindings where bindings.device_id = devices.device_id
          offset ${filter.bound_users_min - 1})`,
    filter.health === undefined ? null : isHealthy(filter.health, healthScore(sees_cards)),
    filter.region_code
      ? sql`devices.agent_id in (select agent_id from distributors
          where region_code like ${`${literal(regionStart(filter.region_code))}%`})`
      : null,
    filter.import_from === undefined ? null : sql`devices.import_time >= ${new Date(filter.import_from)}`,
    filter.import_to === undefined ? null : sql`devices.import_time <= ${new Date(filter.import_to)}`,
    filter.has_position === undefined
      ? null
      : filter.has_position
        ? sql`(devices.lat is not null and devices.lon is not null
            and (devices.position_accuracy_m is null or devices.position_accuracy_m <= ${sql.lit(LIMITS.position_exact_m)}))`
        : sql`(devices.lat is null or devices.position_accuracy_m > ${sql.lit(LIMITS.position_exact_m)})`,
    filter.area === undefined ? null : standsIn(filter.area),
    filter.circle === undefined ? null : standsWithin(filter.circle),
    filter.last_online_from === undefined
      ? null
      : sql`device_status.last_online_at >= ${new Date(filter.last_online_from)}`,
    filter.last_online_to === undefined
      ? null
      : sql`device_status.last_online_at <= ${new Date(filter.last_online_to)}`,
    filter.first_online_from === undefined
      ? null
      : sql`device_status.first_online_at >= ${new Date(filter.first_online_from)}`,
    filter.first_online_to === undefined
      ? null
      : sql`device_status.first_online_at <= ${new Date(filter.first_online_to)}`,
    filter.sim_days_left === undefined
      ? null
      : sql`devices.device_id in (select iccids.device_id from iccids
          where iccids.expires_at <= ${placed(SIM_ENDS_BEFORE)}::timestamptz and iccids.status <> 'cancelled')`,
  ]
  return all.filter((condition) => condition !== null)
}

/**
 * The condition that a device is in the group now. The query names `devices` and `device_status` (left-joined), and has a
 * scope of its own: a group says nothing of who sees its members.
 */
export const membersOf = (members: GroupMembers, now: Date): Expression<SqlBool> =>
  members.kind === 'static'
    ? sql<SqlBool>`exists (select from device_group_members
        where device_group_members.group_id = ${members.group_id}
          and device_group_members.device_id = devices.device_id)`
    : sql<SqlBool>`(${sql.join(
        fixedConditions({ filter: DeviceFilter.parse(members.filter), agent_path: members.agent_path, now }),
        sql` and `,
      )})`
