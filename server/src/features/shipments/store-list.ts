import {
  SHIPMENT_MOVES,
  type ShipmentFilter,
  type ShipmentState,
  type ShippedFilter,
} from '@heatfleet/contract/shipments/shipments.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { type ListPage, type ListPart, readPage } from '../../platform/list-page.ts'
import { agentsWithin, type Scope, shipmentsWithin, shippedWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import {
  all,
  batchConditions,
  IS_FROM_MANUFACTURER,
  inStock,
  lineConditions,
  sentBy,
  sentTo,
  unitConditions,
  type Viewer,
} from './store-filter.ts'

type Db = Kysely<Tables>
/** Visible units and distributors, and the organisation of the viewer. */
export type VisibilityScope = { device: Scope; agent: Scope; looker: Viewer }
type Part = { offset: number; limit: number }

/** Path of the filter's distributor; null = not visible, or no such filter. */
const findFilterPath = async (
  db: Db,
  { agent }: VisibilityScope,
  agent_id: number | undefined,
): Promise<string | null> => (agent_id === undefined ? null : findAgentPath(db, agent, agent_id))

/** The sender where the scope sees it; staff of the manufacturer without a group also see units without a sender. */
const senderOf = ({ agent, looker }: VisibilityScope) => sql`lateral (
  select max(distributors.agent_id) as agent_id,
    count(*) > 0 or shipments.sender_id is null and ${looker.agent_id === null && agent.group === null} as known
  from distributors where distributors.agent_id = shipments.sender_id and ${agentsWithin(agent, 'distributors')}
) sender`

const WHO = sql`shipments.shipment_id, shipments.batch_no, sender.agent_id as sender_id,
  case when sender.known then shipments.sender_name else '' end as sender_name,
  shipments.receiver_id, shipments.receiver_name,
  length(shipments.receiver_path) - length(replace(shipments.receiver_path, '/', '')) - 1 as receiver_level,
  case when sender.known then shipments.operator else '' end as operator,
  shipments.order_no, shipments.logistics_no, shipments.shipped_at`

type Who = {
  shipment_id: number
  batch_no: string
  sender_id: number | null
  sender_name: string
  receiver_id: number | null
  receiver_name: string
  receiver_level: number
  operator: string
  order_no: string
  logistics_no: string
}

export type BatchRow = Who & {
  shipped_at: Date
  remark: string
  products: { name: string; english_name: string; count: number }[]
  device_count: number
  confirmed_count: number
  returned_count: number
  online_count: number
  may_confirm: boolean
}

/** Batches of the scope, the newest first, with what became of those of their units that are seen. */
export const listBatches = async (
  db: Db,
  visibility: VisibilityScope,
  filter: ShipmentFilter,
  { offset, limit }: Part,
) => {
  const { device, looker } = visibility
  const { product_key } = filter
  const of_product =
    product_key === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from shipment_devices join devices on devices.device_id = shipment_devices.device_id
          where shipment_devices.shipment_id = shipments.shipment_id and devices.product_key = ${product_key}
            and ${shippedWithin(device, 'shipment_devices')})`
  const where = all([
    shipmentsWithin(device, 'shipments'),
    ...batchConditions(filter, await findFilterPath(db, visibility, filter.agent_id)),
    of_product,
  ])
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from shipments where ${where}`.execute(db)
  const { rows } = await sql<BatchRow>`
    select ${WHO}, shipments.remark, units.*, units.open_count > 0 and ${sentTo(looker)} as may_confirm
    from (select * from shipments where ${where} order by shipment_id desc offset ${offset} limit ${limit}) shipments
      cross join ${senderOf(visibility)}
      cross join lateral (
        select coalesce(sum(n), 0)::int as device_count, coalesce(sum(confirmed), 0)::int as confirmed_count,
          coalesce(sum(returned), 0)::int as returned_count, coalesce(sum(online), 0)::int as online_count,
          coalesce(sum(open), 0)::int as open_count,
          coalesce(json_agg(json_build_object('name', name, 'english_name', english_name, 'count', n) order by n desc), '[]')
            as products
        from (
          select products.name, products.english_name, count(*)::int as n,
            count(*) filter (where shipment_devices.state = 'confirmed') as confirmed,
            count(*) filter (where shipment_devices.state = 'returned') as returned,
            count(*) filter (where shipment_devices.state = any(${SHIPMENT_MOVES.confirm})) as open,
            count(*) filter (where shipment_devices.state <> 'returned' and devices.active
              and ${withinScope(device, 'devices')}) as online
          from shipment_devices join devices on devices.device_id = shipment_devices.device_id
            join products on products.product_key = devices.product_key
          where shipment_devices.shipment_id = shipments.shipment_id and ${shippedWithin(device, 'shipment_devices')}
          group by 1, 2
        ) mix
      ) units
    order by shipments.shipment_id desc`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** A unit with its shipment, or without one where it waits for it. */
export type LineRow = Omit<Who, 'shipment_id'> & {
  shipment_id: number | null
  device_id: number
  mac: string
  product_name: string
  product_english_name: string
  receiver_region: string | null
  state: ShipmentState | null
  shipped_at: Date | null
  confirmed_at: Date | null
  returned_at: Date | null
  returned_by: string
  reason: string
  import_time: Date | null
  import_tag: string
  first_online_at: Date | null
  bound: boolean
  may_recall: boolean
  may_confirm: boolean
}

const BOUND = sql<boolean>`exists (select from bindings where bindings.device_id = devices.device_id)`

const fromStock = (where: Expression<SqlBool>) => sql`
  from devices left join distributors on distributors.agent_id = devices.agent_id
    join products on products.product_key = devices.product_key
  where ${where}`

const stockWithin = ({ device, looker }: VisibilityScope, filter: ShippedFilter): Expression<SqlBool> =>
  all([
    withinScope(device, 'devices'),
    ...inStock(looker),
    ...unitConditions(filter),
    filter.agent_id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`devices.agent_id = ${filter.agent_id}`,
  ])

const listStock = async (
  db: Db,
  visibility: VisibilityScope,
  filter: ShippedFilter,
  part: Part & { after: string },
) => {
  const where = all([stockWithin(visibility, filter), sql<SqlBool>`devices.mac > ${part.after}`])
  const { rows } = await sql<LineRow>`
    select devices.device_id, devices.mac, products.name as product_name, products.english_name as product_english_name,
      null as shipment_id, '' as batch_no, null as sender_id, '' as sender_name,
      distributors.agent_id as receiver_id, coalesce(distributors.agent_name, '') as receiver_name,
      coalesce(distributors.agent_level, 0) as receiver_level, distributors.region_code as receiver_region,
      '' as operator, '' as order_no, '' as logistics_no, null as state, null as shipped_at, null as confirmed_at,
      null as returned_at, '' as returned_by, '' as reason, devices.import_time, devices.import_tag,
      null as first_online_at, ${BOUND} as bound, false as may_recall, false as may_confirm
    ${fromStock(where)} order by devices.mac offset ${part.offset} limit ${part.limit}`.execute(db)
  return rows
}

const linesWithin = async (db: Db, visibility: VisibilityScope, filter: ShippedFilter): Promise<Expression<SqlBool>> =>
  all([
    shippedWithin(visibility.device, 'shipment_devices'),
    ...batchConditions(filter, await findFilterPath(db, visibility, filter.agent_id)),
    ...lineConditions(filter),
    ...unitConditions(filter),
  ])

const LINES = sql`shipment_devices join shipments on shipments.shipment_id = shipment_devices.shipment_id
  join devices on devices.device_id = shipment_devices.device_id`

const listLines = async (
  db: Db,
  visibility: VisibilityScope,
  filter: ShippedFilter,
  part: Part & { after: Expression<SqlBool> },
) => {
  const { device, looker } = visibility
  const is_seen = withinScope(device, 'devices')
  const where = all([await linesWithin(db, visibility, filter), part.after])
  const { rows } = await sql<LineRow>`
    select ${WHO}, devices.device_id, devices.mac, products.name as product_name,
      products.english_name as product_english_name, receiver.region_code as receiver_region, shipment_devices.state,
      shipment_devices.confirmed_at, shipment_devices.returned_at,
      case when sender.known then shipment_devices.returned_by else '' end as returned_by, shipment_devices.reason,
      case when ${is_seen} then devices.import_time end as import_time,
      case when ${is_seen} then devices.import_tag else '' end as import_tag,
      case when ${is_seen} then device_status.first_online_at end as first_online_at,
      ${is_seen} and ${BOUND} as bound,
      coalesce(${sentBy(looker)}, false) and (shipments.sender_id is not null or ${IS_FROM_MANUFACTURER}) and devices.agent_path = shipments.receiver_path
        and shipment_devices.state = any(${SHIPMENT_MOVES.recall}) and not ${BOUND} as may_recall,
      ${sentTo(looker)} and shipment_devices.state = any(${SHIPMENT_MOVES.confirm}) as may_confirm
    from ${LINES}
      join products on products.product_key = devices.product_key
      left join device_status on device_status.device_id = devices.device_id
      left join distributors receiver on receiver.agent_id = shipments.receiver_id
      cross join ${senderOf(visibility)}
    where ${where}
    order by shipment_devices.shipment_id desc, shipment_devices.device_id desc
    offset ${part.offset} limit ${part.limit}`.execute(db)
  return rows
}

/** A part of the units to be shipped or shipped. */
export const listShippedUnits = <Part extends ListPart>(
  db: Db,
  visibility: VisibilityScope,
  filter: ShippedFilter,
  part: Part,
): Promise<ListPage<LineRow, Part>> => {
  const is_stock = filter.tab === 'to_ship'
  return readPage(
    {
      count: () => countUnits(db, visibility, filter),
      read: (of) => {
        const { offset, limit, after } = 'after' in of ? { ...of, offset: 0 } : { ...of, after: null }
        return is_stock
          ? listStock(db, visibility, filter, { offset, limit, after: after ?? '' })
          : listLines(db, visibility, filter, { offset, limit, after: isBehind(after) })
      },
    },
    part,
  )
}

/** Rows of shipped units behind the one of a key. */
const isBehind = (after: string | null): Expression<SqlBool> => {
  if (after === null) return sql<SqlBool>`true`
  const [shipment_id, device_id] = after.split(' ').map(Number)
  return sql<SqlBool>`(shipment_devices.shipment_id, shipment_devices.device_id) < (${shipment_id}, ${device_id})`
}

/** Where a file goes on. */
export const keyOf = ({ shipment_id, device_id, mac }: LineRow): string =>
  shipment_id === null ? mac : `${shipment_id} ${device_id}`

const countUnits = async (db: Db, visibility: VisibilityScope, filter: ShippedFilter): Promise<number> => {
  const from =
    filter.tab === 'to_ship'
      ? fromStock(stockWithin(visibility, filter))
      : sql`from ${LINES} where ${await linesWithin(db, visibility, filter)}`
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What the looker's distributor has, what it shipped since then, and what became of all it shipped. */
export const readFigures = async (db: Db, visibility: VisibilityScope, since: { month: Date; not_online: Date }) => {
  const { device, looker } = visibility
  const mine = all([shippedWithin(device, 'shipment_devices'), sentBy(looker)])
  const { rows } = await sql<{ in_stock: number; shipped_this_month: number; not_online: number; returned: number }>`
    select
      (select count(*)::int from devices where ${all([withinScope(device, 'devices'), ...inStock(looker)])}) as in_stock,
      (select count(*)::int from ${LINES} where ${mine} and shipments.shipped_at >= ${since.month}) as shipped_this_month,
      (select count(distinct devices.device_id)::int from ${LINES}
        where ${mine} and shipment_devices.state <> 'returned' and not devices.active
          and ${withinScope(device, 'devices')} and shipments.shipped_at < ${since.not_online}) as not_online,
      (select count(*)::int from ${LINES} where ${mine} and shipment_devices.state = 'returned') as returned`.execute(
    db,
  )
  return rows[0] ?? { in_stock: 0, shipped_this_month: 0, not_online: 0, returned: 0 }
}
