import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { EVERYTHING, every, pathRange, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/**
 * An open order belongs to the distributor that has its device now, as long as the respondent has that; any other one to the
 * distributor at that time: the next one gets the device without earlier orders (product 4.4). Over `service_orders`.
 */
export const IS_OF_DEVICE = sql<SqlBool>`(service_orders.status = 'unresolved' and (service_orders.app_user_id is null
  or exists (select from bindings
    where bindings.device_id = service_orders.device_id and bindings.app_user_id = service_orders.app_user_id)))`

/** The distributor an order belongs to. */
const HOUSE = sql<number>`case when ${IS_OF_DEVICE} then devices.agent_id else service_orders.agent_id end`

const ownerWithin = (scope: Scope): Expression<SqlBool> => {
  if (scope.own_agent) return sql<SqlBool>`distributors.agent_path = ${scope.agent_path}`
  return scope.agent_path === EVERYTHING.agent_path
    ? sql<SqlBool>`true`
    : pathRange('distributors.agent_path', scope.agent_path)
}

/** Orders with their `devices` and owning `distributors`, as SQL. */
export const ORDERS_WITH_AGENT = sql`service_orders
  join devices on devices.device_id = service_orders.device_id
  left join distributors on distributors.agent_id = ${HOUSE}`

/** The predicate over these: device and owning distributor must both be in the scope. */
export const ordersWithin = (scope: Scope): Expression<SqlBool> =>
  every(withinScope(scope, 'devices'), ownerWithin(scope))

/** Visible orders with their `devices` and owning `distributors`: both must be in the scope. */
export const seenOrders = (db: Kysely<Tables>, scope: Scope) =>
  db
    .selectFrom('service_orders')
    .innerJoin('devices', 'devices.device_id', 'service_orders.device_id')
    .leftJoin('distributors', (join) => join.on('distributors.agent_id', '=', HOUSE))
    .where(ordersWithin(scope))
