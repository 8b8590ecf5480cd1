import type { ShipmentFilter, ShippedFilter } from '@heatfleet/contract/shipments/shipments.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { pathRange } from '../../platform/scope.ts'

type Condition = Expression<SqlBool>
/** Who looks: his distributor (null = the manufacturer), whose shipments are his to recall or to confirm. */
export type Viewer = { agent_id: number | null; agent_path: string }

/** A text as it stands within a pattern of LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Of `shipments`; `agent_path` = where the distributor of the filter lies, null = nowhere that is seen. */
export const batchConditions = (filter: ShipmentFilter, agent_path: string | null): Condition[] =>
  kept([
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
export const unitConditions = ({ macs, product_key, ever_online }: ShippedFilter): Condition[] =>
  kept([
    macs === undefined || macs.length === 0 ? null : sql`devices.mac = any(${macs}::text[])`,
    product_key === undefined ? null : sql`devices.product_key = ${product_key}`,
    ever_online === undefined ? null : sql`devices.active = ${ever_online}`,
  ])

/** Of `shipment_devices`. */
export const lineConditions = ({ tab, state, shipment_id }: ShippedFilter): Condition[] =>
  kept([
    // All units of one batch are looked at together, come back or not.
    shipment_id === undefined
      ? tab === 'returned'
        ? sql`shipment_devices.state = 'returned'`
        : sql`shipment_devices.state <> 'returned'`
      : sql`shipments.shipment_id = ${shipment_id}`,
    state === undefined ? null : sql`shipment_devices.state = ${state}`,
  ])

/** Units that wait to be shipped: never on line, with their holder itself; of a distributor's people only the own ones. */
export const inStock = ({ agent_id, agent_path }: Viewer): Condition[] =>
  kept([sql`not devices.active`, agent_id === null ? null : sql`devices.agent_path = ${agent_path}`])

/** What the looker's distributor sent; of the manufacturer's people, what anybody did. */
export const sentBy = ({ agent_id }: Viewer): Condition =>
  agent_id === null ? sql`true` : sql`shipments.sender_id = ${agent_id}`

/** What the looker's distributor received, likewise. */
export const sentTo = ({ agent_id }: Viewer): Condition =>
  agent_id === null ? sql`true` : sql`shipments.receiver_id = ${agent_id}`

/** All of them hold. */
export const all = (conditions: readonly Condition[]) =>
  sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`

const kept = (conditions: readonly (Condition | null)[]): Condition[] =>
  conditions.filter((condition) => condition !== null)
