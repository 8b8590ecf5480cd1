import type { DeviceFilter } from '@heatfleet/contract/devices.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/db.ts'
import { runPrepared } from '../../platform/prepared.ts'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { countDevices } from './store-counts.ts'
import { conditionsOf, type Narrowed, quickConditions } from './store-filter.ts'
import { DEVICE_COLUMNS, devicesWithin, ONLINE_STATUS, searchWithin } from './store-rows.ts'

type Db = Kysely<Tables>

/** What is sorted by, and whether it may be unknown; unknown comes last in both directions. */
const SORTS = {
  mac: { by: sql`devices.mac`, nullable: false },
  device_name: { by: sql`lower(devices.device_name)`, nullable: false },
  product_name: { by: sql`products.name`, nullable: false },
  online_status: { by: ONLINE_STATUS, nullable: false },
  agent_name: { by: sql`distributors.agent_name`, nullable: false },
  software_version: { by: sql`devices.software_version`, nullable: false },
  last_report_time: { by: sql`device_status.last_report_at`, nullable: true },
  last_online_time: { by: sql`device_status.last_online_at`, nullable: true },
  first_online_time: { by: sql`device_status.first_online_at`, nullable: true },
  online_times: { by: sql`device_status.online_times`, nullable: true },
  last_alarm_time: { by: sql`device_status.last_alarm_at`, nullable: true },
  import_time: { by: sql`devices.import_time`, nullable: false },
} as const satisfies Record<DeviceFilter['sort_by'], unknown>

type DeviceQuestion = { uid: number; filter: DeviceFilter; now: Date }
export type ListQuestion = DeviceQuestion & { offset: number; limit: number }

/** One page of devices and how many each quick tab would show. */
export const listDevices = async (database: Pick<Database, 'db' | 'pool'>, scope: Scope, ask: ListQuestion) => {
  const { filter, uid, now } = ask
  const narrowed = await narrow(database.db, scope, { filter, uid, now })
  if (ask.offset === 0) {
    const [counts, rows] = await Promise.all([
      countDevices(database, scope, narrowed),
      listPage(database, scope, narrowed, { ...ask, backwards: false }),
    ])
    return { rows, counts }
  }
  const counts = await countDevices(database, scope, narrowed)
  const place = placeOf(ask, counts[filter.quick])
  return { rows: place.limit === 0 ? [] : await listPage(database, scope, narrowed, place), counts }
}

type Place = { offset: number; limit: number; backwards: boolean }

/** How many devices each quick tab would show under a filter. */
export const countByTab = async (database: Pick<Database, 'db' | 'pool'>, scope: Scope, ask: DeviceQuestion) =>
  countDevices(database, scope, await narrow(database.db, scope, ask))

/** How many devices match. */
export const countMatching = async (
  database: Pick<Database, 'db' | 'pool'>,
  scope: Scope,
  ask: DeviceQuestion,
): Promise<number> => (await countByTab(database, scope, ask))[ask.filter.quick]

/** The next devices that match, in the order of their ids, whatever the filter would sort by. */
export const listDevicesAfter = async (
  db: Db,
  scope: Scope,
  ask: DeviceQuestion,
  after: string | null,
  limit: number,
) => {
  const { conditions, filter, now, uid } = await narrow(db, scope, ask)
  return devicesWithin(db, scope, uid)
    .where((is) => is.and(conditions))
    .where(quickConditions(now)[filter.quick])
    .$if(after !== null, (query) => query.where('devices.mac', '>', after))
    .select(DEVICE_COLUMNS)
    .orderBy('devices.mac')
    .limit(limit)
    .execute()
}

/** A page in the second half is counted from the end: the last one costs what the first does. */
const placeOf = ({ offset, limit }: { offset: number; limit: number }, total: number): Place => {
  const left = Math.max(0, Math.min(limit, total - offset))
  return offset > total / 2
    ? { offset: total - offset - left, limit: left, backwards: true }
    : { offset, limit: left, backwards: false }
}

/** Ids first, by an index alone where there is one; what a row shows is looked up for the rows of the page only. */
const listPage = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  scope: Scope,
  { filter, conditions, uid, now }: Narrowed,
  place: Place,
) => {
  const { by, nullable } = SORTS[filter.sort_by]
  const inOrder = (backwards: boolean) => {
    const is_ascending = (filter.sort_order === 'asc') !== backwards
    const direction = is_ascending ? sql`asc` : sql`desc`
    const unknown = !nullable ? sql`` : backwards ? sql` nulls first` : sql` nulls last`
    // The id settles ties, so that pages neither repeat nor miss a row.
    const tie = filter.sort_by === 'mac' ? sql`` : backwards ? sql`, devices.mac desc` : sql`, devices.mac asc`
    return sql`${by} ${direction}${unknown}${tie}`
  }
  const page = searchWithin(db, scope, uid)
    .where((is) => is.and(conditions))
    .where(quickConditions(now)[filter.quick])
    .select('devices.mac')
    .orderBy(inOrder(place.backwards))
    .$if(place.offset > 0, (query) => query.offset(place.offset))
    .limit(sql.lit(place.limit))
  const rows = devicesWithin(db, scope, uid)
    .innerJoin(page.as('page'), 'page.mac', 'devices.mac')
    .select(DEVICE_COLUMNS)
    .orderBy(inOrder(false))
  return isSteady(filter, place) ? runPrepared(pool, rows) : rows.execute()
}

/** A question with the path of the distributor its filter names, when that lies in the scope. */
const narrow = async (db: Db, scope: Scope, { filter, uid, now }: DeviceQuestion): Promise<Narrowed> => {
  const { agent_id, include_lower } = filter
  const agent_path = agent_id === undefined || !include_lower ? null : await findAgentPath(db, scope, agent_id)
  return { filter, agent_path, conditions: conditionsOf(filter, agent_path), uid, now }
}

/** True where one plan serves all values: a first page without texts and ids, of which some are rare and some are not. */
const isSteady = (filter: DeviceFilter, { offset }: Place): boolean =>
  offset === 0 && !filter.search && !filter.device_name && filter.macs === undefined && filter.except_macs === undefined

const findAgentPath = async (db: Db, scope: Scope, agent_id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('distributors')
      .select('agent_path')
      .where('agent_id', '=', agent_id)
      .where(agentsWithin(scope, 'distributors'))
      .executeTakeFirst()
  )?.agent_path ?? null
