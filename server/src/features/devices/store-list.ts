import type { DeviceFilter, QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { devicesUnder, type Scope } from '../../platform/scope.ts'
import { countDevices, countsOf } from './store-counts.ts'
import {
  conditionsOf,
  HEALTH_CLASSES,
  healthScore,
  type Narrowed,
  QUICK_CONDITIONS,
  URGENCIES,
} from './store-filter.ts'
import { type DeviceQuery, isPathCurrent, narrow, narrowFromCache } from './store-narrow.ts'
import { queryDevices } from './store-query.ts'
import { findStart } from './store-ranks.ts'
import { type DeviceRow, ONLINE_STATUS, searchWithin, shownDevices } from './store-rows.ts'
import { NO_DEVICES, wholeSubtrees } from './store-tally.ts'

/** What is sorted by, and whether it may be unknown; unknown comes last in both directions. */
const SORTS = {
  mac: { by: sql`devices.mac`, nullable: false },
  // Within a class of URGENCIES, which come one after the other.
  urgency: { by: sql`lower(devices.device_name)`, nullable: false },
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
  // Within a class of HEALTH_CLASSES; the score is that of who asks.
  health: { by: null, nullable: true },
} as const satisfies Record<DeviceFilter['sort_by'], unknown>

/** Orders by classes that come one after the other, each read off an index of its own. */
const CLASSES: Partial<Record<DeviceFilter['sort_by'], readonly Expression<SqlBool>[]>> = {
  urgency: URGENCIES,
  health: HEALTH_CLASSES,
}

type ListQuestion = DeviceQuery & { offset: number; limit: number }
/** `written` = the devices in JSON, in pieces of some between commas. */
type Page = { written: readonly string[]; counts: Record<QuickTab, number> }
type Counted = { is_there: boolean; counts: Page['counts']; written: string | null }

/** Up to this offset, walking to a page costs less than counting first to choose the nearer end. */
const NEAR_MAX = 200

/** One page of devices and how many each quick tab would show. */
export const listDevices = async (database: Connections, scope: Scope, query: ListQuestion): Promise<Page> => {
  if (query.offset <= NEAR_MAX) return readNearPage(database, scope, query)
  const narrowed = await narrow(database, scope, query)
  const counts = await countDevices(database, scope, narrowed)
  const place = await findPlace(database, scope, narrowed, query, counts[query.filter.quick])
  return { written: place.limit === 0 ? [] : await writePage(database, scope, narrowed, place), counts }
}

/** Of the whole fleet a page is found by the ranks of ids; of anything less by walking to it from the nearer end. */
const findPlace = async (
  database: Connections,
  scope: Scope,
  narrowed: Narrowed,
  query: ListQuestion,
  total: number,
): Promise<Place> => {
  const place = placeOf(query, total)
  if (place.offset <= SHALLOW_MAX) return place
  // Ranks begin with the lowest id: a list that descends is read backwards.
  const is_backwards = query.filter.sort_order === 'desc'
  const offset = is_backwards ? total - query.offset - place.limit : query.offset
  const start = await findStart(database, scope, narrowed, offset)
  return start === null
    ? place
    : { offset: offset - start.before, limit: place.limit, is_backwards, from_mac: start.from_mac }
}

/** By what is remembered of the tree; where that is no longer so, once more by what it is. */
const readNearPage = async (database: Connections, scope: Scope, query: ListQuestion): Promise<Page> => {
  const remembered = narrowFromCache(query)
  const page = remembered === null ? null : await findNearPage(database, scope, remembered, query)
  return page?.is_there ? page : findNearPage(database, scope, await narrow(database, scope, query), query)
}

/**
 * Counts and devices in one query: a page near the beginning needs no count first, and a second query costs more than
 * to find it. `is_there` = the distributor it is narrowed to still lies there.
 */
const findNearPage = async (
  database: Connections,
  scope: Scope,
  narrowed: Narrowed,
  { offset, limit }: Pick<ListQuestion, 'offset' | 'limit'>,
) => {
  const found = await queryDevices(database, scope, narrowed, `near ${offset} ${limit}`, () => {
    const pieces = writtenPage(database.db, scope, narrowed, { offset, limit, is_backwards: false, from_mac: null })
    return sql<Counted>`select ${isPathCurrent(scope, narrowed)} as is_there, to_json(counts) as counts, pieces.written
      from ${countsOf(scope, narrowed)} counts left join ${pieces} pieces on true order by pieces.piece`
  })
  const [{ is_there, counts } = { is_there: true, counts: NO_DEVICES }] = found
  return { is_there, counts, written: found.flatMap(({ written }) => written ?? []) }
}

/** `from_mac` = the ids from which is counted; null = from the first. */
type Place = { offset: number; limit: number; is_backwards: boolean; from_mac: string | null }

/** How many devices each quick tab would show under a filter. */
export const countByTab = async (database: Connections, scope: Scope, query: DeviceQuery) =>
  countDevices(database, scope, await narrow(database, scope, query))

/** The next devices that match, in the order of their ids, whatever the filter would sort by. */
export const listDevicesAfter = async (
  database: Connections,
  scope: Scope,
  query: DeviceQuery,
  after: string | null,
  limit: number,
): Promise<DeviceRow[]> => {
  const narrowed = await narrow(database, scope, query)
  return queryDevices(database, scope, narrowed, `after ${after} ${limit}`, () => {
    const next = after === null ? sql<SqlBool>`true` : sql<SqlBool>`devices.mac > ${after}`
    const found = searchWithin(scope, query.uid, [
      ...conditionsOf(narrowed),
      QUICK_CONDITIONS[query.filter.quick],
      next,
    ])
    const chosen = sql`select devices.*, devices.mac as place ${found} order by devices.mac limit ${limit}`
    return sql<DeviceRow>`select * from ${shownDevices(database.db, query.uid, chosen)} page`
  })
}

/** A page in the second half is counted from the end: the last one costs what the first does. */
const placeOf = ({ offset, limit }: { offset: number; limit: number }, total: number): Place => {
  const left = Math.max(0, Math.min(limit, total - offset))
  return offset > total / 2
    ? { offset: total - offset - left, limit: left, is_backwards: true, from_mac: null }
    : { offset, limit: left, is_backwards: false, from_mac: null }
}

const writePage = async (database: Connections, scope: Scope, narrowed: Narrowed, place: Place): Promise<string[]> => {
  const pieces = await queryDevices(database, scope, narrowed, `page ${Object.values(place).join()}`, () => {
    return sql<{
      written: string
    }>`select pieces.written from ${writtenPage(database.db, scope, narrowed, place)} pieces
      order by pieces.piece ${directionOf(place)}`
  })
  return pieces.map(({ written }) => written)
}

/** Rows of one piece: short enough that the process that sends it holds no long text. */
const PIECE_ROWS = 32

const directionOf = ({ is_backwards }: Place) => sql.raw(is_backwards ? 'desc' : 'asc')

/** A page as text: nothing in it is looked at before it is sent, and a thousand rows cost this process little more than one. */
const writtenPage = (db: Connections['db'], scope: Scope, narrowed: Narrowed, place: Place) => sql`
  (select (page.place - 1) / ${sql.lit(PIECE_ROWS)} as piece,
     string_agg(page.written, ',' order by page.place ${directionOf(place)}) as written
   from ${pageOf(db, scope, narrowed, place)} page group by 1)`

/** Deeper than this the ids are found first, by an index alone where there is one; above, the rows themselves are. */
const SHALLOW_MAX = 1_000

const pageOf = (db: Connections['db'], scope: Scope, narrowed: Narrowed, place: Place) => {
  const { offset, limit, is_backwards } = place
  const last = offset + limit
  const found = (columns: RawBuilder<unknown>) => foundInOrder(scope, narrowed, columns, place, roundedUp(last))
  const chosen =
    last <= SHALLOW_MAX
      ? sql`select devices.*, row_number() over () as place from (${found(sql`devices.*`)}) devices
          offset ${offset} limit ${limit}`
      : sql`select devices.*, ids.place
          from (select mac, row_number() over () as place from (${found(sql`devices.mac`)}) found
            offset ${offset} limit ${limit}) ids
          join devices on devices.mac = ids.mac`
  return shownDevices(db, narrowed.uid, chosen, is_backwards ? 'desc' : 'asc')
}

/** The planner uses the row limit; rounded to few sizes, one plan serves many pages. */
const roundedUp = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.max(rows, 32)))

/** More subtrees than these are not merged but found in one go. */
const MERGED_MAX = 16

/**
 * The first devices of a question. By urgency or health it takes the first of each class, so that each is read by name off an index,
 * which knows no states, until there are enough. A scope of several subtrees takes the first of each and merges them: each is read in its
 * order off an index, while all of them together are not.
 */
const foundInOrder = (
  scope: Scope,
  narrowed: Narrowed,
  columns: RawBuilder<unknown>,
  { is_backwards, from_mac }: Place,
  rows: number,
) => {
  const { filter, agent_path, uid } = narrowed
  const by = SORTS[filter.sort_by].by ?? healthScore(narrowed.sees_cards)
  const start = from_mac === null ? [] : [sql<SqlBool>`devices.mac >= ${from_mac}`]
  const conditions = [...conditionsOf(narrowed), QUICK_CONDITIONS[filter.quick], ...start]
  const first = (within: readonly Expression<SqlBool>[], place = 0) => {
    // Units that nothing speaks against have no score: told so, the database reads them in the order of their ids.
    const sorted_by = filter.sort_by === 'health' && place > 0 ? sql`null::smallint` : by
    return sql`
    select ${columns}, ${sorted_by} as sorted_by, ${sql.lit(place)} as class
    ${searchWithin(scope, uid, [...conditions, ...within])}
    order by ${orderOf(filter, is_backwards, sorted_by)} limit ${sql.lit(rows)}`
  }
  const subtrees = wholeSubtrees(scope, agent_path) ?? []
  const within =
    subtrees.length < 2 || subtrees.length > MERGED_MAX ? [[]] : subtrees.map((path) => [devicesUnder(path)])
  const classes = CLASSES[filter.sort_by]
  const each =
    classes === undefined
      ? within.map((subtree) => first(subtree))
      : classes.flatMap((of_class, place) => within.map((subtree) => first([...subtree, of_class], place)))
  const [only] = each
  if (each.length === 1 && only !== undefined) return only
  return sql`select devices.* from (${sql.join(
    each.map((part) => sql`(${part})`),
    sql` union all `,
  )}) devices
    order by ${sql.raw(`class ${isAscending(filter, is_backwards) ? 'asc' : 'desc'}`)},
      ${orderOf(filter, is_backwards, sql`sorted_by`)} limit ${sql.lit(rows)}`
}

const isAscending = ({ sort_order }: DeviceFilter, is_backwards: boolean) => (sort_order === 'asc') !== is_backwards

const orderOf = (filter: DeviceFilter, is_backwards: boolean, by: RawBuilder<unknown>) => {
  const { sort_by } = filter
  const { nullable } = SORTS[sort_by]
  const direction = isAscending(filter, is_backwards) ? sql`asc` : sql`desc`
  const unknown = !nullable ? sql`` : is_backwards ? sql` nulls first` : sql` nulls last`
  // The id settles ties, so that pages neither repeat nor miss a row.
  const tie = sort_by === 'mac' ? sql`` : is_backwards ? sql`, devices.mac desc` : sql`, devices.mac asc`
  return sql`${by} ${direction}${unknown}${tie}`
}
