import type { ShipmentFilter, ShippedFilter } from '@heatfleet/contract/shipments/shipments.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { pathRange } from '../../platform/scope.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

type Condition = Expression<SqlBool>
/** The viewer's distributor (null = the manufacturer), which may recall or confirm its shipments. */
export type Viewer = { agent_id: number | null; agent_path: string }

/** Escapes a text for LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Of `shipments`; `agent_path` = path of the filter's distributor, null = not visible. */
export const batchConditions = (filter: ShipmentFilter, agent_path: string | null): Condition[] =>
  without_null([
    filter.batch_no ? sql`shipments.batch_no = ${filter.batch_no.toUpperCase()}` : null,
    filter.order_no ? sql`lower(shipments.order_no) like ${`${literal(filter.order_no.toLowerCase())}%`}` : null,
    filter.agent_id === undefined
      ? null
      : agent_path === null
        ? sql`false`
        : pathRange('shipments.receiver_path', agent_path),
    filter.ship_from === undefined ? null : sql`shipments.shipped_at >= ${new Date(filter.ship_from)}`,
    filter.ship_to === undefined ? null : sql`shipments.shipped_at < ${new Date(filter.ship_to)}`,
  ])

/** Of `devices`, whether they were shipped or not. */
export const unitConditions = ({ macs, product_key, ever_online, manufacturer_stock }: ShippedFilter): Condition[] =>
  without_null([
    manufacturer_stock === undefined ? null : sql`(devices.agent_id is null) = ${manufacturer_stock}`,
    macs === undefined || macs.length === 0 ? null : sql`devices.mac = any(${macs}::text[])`,
    product_key === undefined ? null : sql`devices.product_key = ${product_key}`,
    ever_online === undefined ? null : sql`devices.active = ${ever_online}`,
  ])

/** Of `shipment_devices`. */
export const lineConditions = ({ tab, state, shipment_id }: ShippedFilter): Condition[] =>
  without_null([
    // The units of one batch are listed together, returned or not.
    shipment_id === undefined
      ? tab === 'returned'
        ? sql`shipment_devices.state = 'returned'`
        : sql`shipment_devices.state <> 'returned'`
      : sql`shipments.shipment_id = ${shipment_id}`,
    state === undefined ? null : sql`shipment_devices.state = ${state}`,
  ])

/** Devices in stock: never online, at their holder; for a distributor's accounts only the own ones. */
export const inStock = ({ agent_id, agent_path }: Viewer): Condition[] =>
  without_null([
    sql`not devices.active`,
    NOT_VIRTUAL,
    agent_id === null ? null : sql`devices.agent_path = ${agent_path}`,
  ])

/** Shipments sent by the viewer's distributor; for the manufacturer's accounts, all. */
export const sentBy = ({ agent_id }: Viewer): Condition =>
  agent_id === null ? sql`true` : sql`shipments.sender_id = ${agent_id}`

/** Sent from the manufacturer's stock; of a distributor that was deleted since the name is left. */
export const IS_FROM_MANUFACTURER = sql<boolean>`(shipments.sender_id is null and shipments.sender_name = '')`

/** Shipments received by the viewer's distributor, likewise. */
export const sentTo = ({ agent_id }: Viewer): Condition =>
  agent_id === null ? sql`true` : sql`shipments.receiver_id = ${agent_id}`

export const all = (conditions: readonly Condition[]) =>
  sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`

const without_null = (conditions: readonly (Condition | null)[]): Condition[] =>
  conditions.filter((condition) => condition !== null)
