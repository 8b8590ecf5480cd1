import type { DeviceFilter, QuickTab } from '@heatfleet/contract/devices.ts'
import type { OnlineState } from '@heatfleet/contract/transitions.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { agentsWithin, type Scope, upperBound, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

/** Offline for longer than this shows in its own quick tab. */
const LONG_OFFLINE_MS = 86_400_000

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** `online`, `offline`, or `never` when it has not been online once. */
const ONLINE_STATUS = sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
  when device_status.first_online_at is null then 'never' else 'offline' end`

/** Every device the scope sees with all that the list shows; the one place where the tables of a device meet. */
export const devicesWithin = (db: Db, scope: Scope, uid: number) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .innerJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('device_favourites', (join) =>
      join.onRef('device_favourites.device_id', '=', 'devices.device_id').on('device_favourites.uid', '=', uid),
    )
    .where(withinScope(scope, 'devices'))

/** Columns of one row of the list. */
export const DEVICE_COLUMNS = [
  'devices.device_id',
  'devices.mac',
  'devices.device_name',
  'devices.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'products.layout_id as product_layout_id',
  'devices.net',
  ONLINE_STATUS.as('online_status'),
  'device_status.online_since',
  'device_status.first_online_at',
  'device_status.last_online_at',
  'device_status.last_offline_at',
  'device_status.online_times',
  'device_status.last_report_at',
  'devices.identify_status',
  'devices.active',
  'device_status.alarm_keys',
  'device_status.alarm_count',
  'device_status.last_alarm_at',
  'devices.software_version',
  'devices.hardware_version',
  'devices.module_version',
  'device_status.bus_status',
  'device_status.rssi_dbm',
  'devices.info_pk',
  'devices.dtu_default_pk',
  'devices.generic',
  'devices.iccid',
  'devices.agent_id',
  'devices.agent_path',
  'distributors.agent_name',
  'devices.lat',
  'devices.lon',
  'devices.address',
  'devices.import_tag',
  'devices.import_time',
  'devices.import_count',
  'devices.imported_user',
  'devices.simulated',
  'device_status.layout_id',
  'device_status.latest_blocks',
  sql<boolean>`device_favourites.uid is not null`.as('favourite'),
] as const

/** Written as the partial index has it; a device without a status row is in none of these states. */
const IN_ALARM = sql<SqlBool>`device_status.alarm_count > 0`

const ONLINE_IS: Record<OnlineState, Condition> = {
  online: sql<SqlBool>`device_status.online`,
  offline: sql<SqlBool>`(not device_status.online and device_status.first_online_at is not null)`,
  never: sql<SqlBool>`(device_status.online is not true and device_status.first_online_at is null)`,
}

const quickConditions = (now: Date): Record<QuickTab, Condition> => ({
  all: sql<SqlBool>`true`,
  online: sql<SqlBool>`device_status.online`,
  offline_24h: sql<SqlBool>`(not device_status.online and device_status.first_online_at is not null
    and coalesce(device_status.last_offline_at, device_status.last_online_at)
      < ${new Date(now.getTime() - LONG_OFFLINE_MS)})`,
  alarm: IN_ALARM,
  unrecognized: sql<SqlBool>`devices.identify_status = 'unrecognized'`,
  never_online: sql<SqlBool>`device_status.first_online_at is null`,
  favourites: sql<SqlBool>`device_favourites.uid is not null`,
})

const searchCondition = (text: string): Condition => {
  // Ids are stored bare and in lower case; people paste them with separators.
  const bare = text.toLowerCase().replaceAll(/[\s:.-]/g, '')
  const start = `${literal(bare === '' ? text : bare)}%`
  return sql<SqlBool>`(devices.mac like ${start} or devices.iccid like ${`${literal(text)}%`}
    or lower(devices.device_name) like ${`%${literal(text.toLowerCase())}%`})`
}

/** The conditions of a filter but the quick tab; `agent_path` is that of `filter.agent_id`. */
const conditionsOf = (filter: DeviceFilter, agent_path: string | null): Condition[] => {
  const all: (Condition | null)[] = [
    filter.macs === undefined || filter.macs.length === 0 ? null : sql`devices.mac = any(${filter.macs})`,
    filter.except_macs === undefined || filter.except_macs.length === 0
      ? null
      : sql`devices.mac <> all(${filter.except_macs})`,
    filter.device_name === undefined || filter.device_name === ''
      ? null
      : sql`lower(devices.device_name) like ${`%${literal(filter.device_name.toLowerCase())}%`}`,
    filter.search === undefined || filter.search === '' ? null : searchCondition(filter.search),
    filter.product_key === undefined ? null : sql`devices.product_key = ${filter.product_key}`,
    filter.agent_id === undefined
      ? null
      : filter.include_lower && agent_path !== null
        ? sql`(devices.agent_path >= ${agent_path} and devices.agent_path < ${upperBound(agent_path)})`
        : sql`devices.agent_id = ${filter.agent_id}`,
    filter.online_status === undefined ? null : ONLINE_IS[filter.online_status],
    filter.active_status === undefined ? null : sql`devices.active = ${filter.active_status}`,
    filter.alarm_status === undefined ? null : filter.alarm_status ? IN_ALARM : sql`(${IN_ALARM}) is not true`,
    filter.identify_status === undefined ? null : sql`devices.identify_status = ${filter.identify_status}`,
    filter.bus_status === undefined
      ? null
      : filter.bus_status === 'unknown'
        ? sql`coalesce(device_status.bus_status, 'unknown') = 'unknown'`
        : sql`device_status.bus_status = ${filter.bus_status}`,
    filter.net === undefined ? null : sql`devices.net = ${filter.net}`,
    filter.software_version ? sql`devices.software_version = ${filter.software_version}` : null,
    filter.hardware_version ? sql`devices.hardware_version = ${filter.hardware_version}` : null,
    filter.import_tag ? sql`devices.import_tag = ${filter.import_tag}` : null,
    filter.last_online_from === undefined
      ? null
      : sql`device_status.last_online_at >= ${new Date(filter.last_online_from)}`,
    filter.last_online_to === undefined
      ? null
      : sql`device_status.last_online_at <= ${new Date(filter.last_online_to)}`,
  ]
  return all.filter((condition) => condition !== null)
}

const SORTS = {
  mac: sql`devices.mac`,
  device_name: sql`lower(devices.device_name)`,
  product_name: sql`products.name`,
  online_status: ONLINE_STATUS,
  agent_name: sql`distributors.agent_name`,
  software_version: sql`devices.software_version`,
  last_report_time: sql`device_status.last_report_at`,
  last_online_time: sql`device_status.last_online_at`,
  first_online_time: sql`device_status.first_online_at`,
  online_times: sql`device_status.online_times`,
  last_alarm_time: sql`device_status.last_alarm_at`,
  import_time: sql`devices.import_time`,
} as const satisfies Record<DeviceFilter['sort_by'], unknown>

const NO_COUNTS: Record<QuickTab, number> = {
  all: 0,
  online: 0,
  offline_24h: 0,
  alarm: 0,
  unrecognized: 0,
  never_online: 0,
  favourites: 0,
}

type Ask = { uid: number; filter: DeviceFilter; now: Date }

/** All devices of the scope that match a filter, the quick tab included. */
const matching = async (db: Db, scope: Scope, { uid, filter, now }: Ask) => {
  const agent_path = await findFilterPath(db, scope, filter)
  return devicesWithin(db, scope, uid)
    .where((is) => is.and(conditionsOf(filter, agent_path)))
    .where(quickConditions(now)[filter.quick])
}

/** How many devices match. */
export const countDevices = async (db: Db, scope: Scope, ask: Ask): Promise<number> =>
  (await (await matching(db, scope, ask)).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n

/** The next devices that match, in the order of their ids, whatever the filter would sort by. */
export const listDevicesAfter = async (db: Db, scope: Scope, ask: Ask, after: string | null, limit: number) => {
  const rows = (await matching(db, scope, ask)).select(DEVICE_COLUMNS).orderBy('devices.mac').limit(limit)
  return after === null ? rows.execute() : rows.where('devices.mac', '>', after).execute()
}

/** One page of devices and how many each quick tab would show: two queries, whatever the filter. */
export const listDevices = async (
  db: Db,
  scope: Scope,
  ask: { uid: number; filter: DeviceFilter; now: Date; offset: number; limit: number },
) => {
  const { filter, uid } = ask
  const agent_path = await findFilterPath(db, scope, filter)
  const conditions = conditionsOf(filter, agent_path)
  const base = devicesWithin(db, scope, uid).where((is) => is.and(conditions))
  const quick = quickConditions(ask.now)
  const counts =
    (await base
      .select(
        (Object.entries(quick) as [QuickTab, Condition][]).map(([tab, condition]) =>
          sql<number>`count(*) filter (where ${condition})::int`.as(tab),
        ),
      )
      .executeTakeFirst()) ?? NO_COUNTS
  const rows = await base
    .where(quick[filter.quick])
    .select(DEVICE_COLUMNS)
    // Unknown last in both directions; the id settles ties, so that pages neither repeat nor miss a row.
    .orderBy(SORTS[filter.sort_by], (order) => (filter.sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('devices.mac')
    .offset(ask.offset)
    .limit(ask.limit)
    .execute()
  return { rows, counts: { ...NO_COUNTS, ...counts } }
}

/** The path of the distributor whose subtree a filter names; null when it names none, or one out of scope. */
const findFilterPath = async (
  db: Db,
  scope: Scope,
  { agent_id, include_lower }: DeviceFilter,
): Promise<string | null> => {
  if (agent_id === undefined || !include_lower) return null
  const row = await db
    .selectFrom('distributors')
    .select('agent_path')
    .where('agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .executeTakeFirst()
  return row?.agent_path ?? null
}
