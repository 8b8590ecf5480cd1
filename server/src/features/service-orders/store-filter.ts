import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import type { OrderFilter } from '@heatfleet/contract/service-orders/row.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { deviceSearched } from '../../platform/device-search.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { fewOrMany, ofDevices, ofNamedAccount } from '../../platform/few-or-many.ts'
import { partPattern } from '../../platform/named-account.ts'
import {
  appUsersWithin,
  devicesUnder,
  EVERYTHING,
  every,
  isEverything,
  pathRange,
  type Scope,
  withinScope,
} from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { IS_OF_DEVICE } from './store-seen.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>
/** Orders about devices of `devices`; the reporter is returned if within `users`; distributors named in filters of `agents`. */
export type OrderScopes = { devices: Scope; users: Scope; agents: Scope }
/** A filter and the calling account. */
export type OrderQuery = { filter: OrderFilter; uid: number }

const DATABASE_INT_MAX = 2_147_483_647
/** Units of a province: named in the statement, its open orders are told from all others without a look at their units. */
const UNITS_NAMED_MAX = 5_000

/** Somebody dissatisfied whom nobody has called back. */
export const TO_CALL = sql<SqlBool>`(service_orders.rating = 'dissatisfied' and service_orders.revisited_at is null)`

const TABS = {
  all: () => null,
  unresolved: () => sql<SqlBool>`service_orders.status = 'unresolved'`,
  resolved: () => sql<SqlBool>`service_orders.status = 'resolved'`,
  overdue: () =>
    sql<SqlBool>`(service_orders.status = 'unresolved' and service_orders.answered_at is null and service_orders.due_at < now())`,
  mine: (uid) => sql<SqlBool>`(service_orders.status = 'unresolved' and service_orders.handler_uid = ${uid})`,
} as const satisfies Record<OrderFilter['tab'], (uid: number) => Condition | null>

/** Orders that the caller sees and that match, over `service_orders` alone. */
export const visibleConditions = async (db: Db, scopes: OrderScopes, query: OrderQuery): Promise<Condition[]> => {
  const { devices } = scopes
  return isEverything(devices)
    ? conditionsOf(db, scopes, query)
    : [await ownedWithin(db, devices), ...(await conditionsOf(db, scopes, query, withinScope(devices, 'devices')))]
}

/**
 * The second half of `ordersWithin` over `service_orders` alone, for orders whose device is in the scope: an order that goes with its
 * device is then where that is.
 */
const ownedWithin = async (db: Db, scope: Scope): Promise<Condition> => {
  const { agent_path, own_agent } = scope
  // The fleet's own place is no distributor's.
  if (agent_path === EVERYTHING.agent_path) return own_agent ? sql<SqlBool>`false` : sql<SqlBool>`true`
  const of_agents = await ofAgents(
    db,
    own_agent
      ? sql<SqlBool>`distributors.agent_path = ${agent_path}`
      : pathRange('distributors.agent_path', agent_path),
  )
  const of_units = await ofUnits(db, withinScope(scope, 'devices'))
  // The units once more, before the bindings of every open order of the fleet are read.
  return sql<SqlBool>`(${of_agents} or (service_orders.status = 'unresolved' and ${of_units} and ${IS_OF_DEVICE}))`
}

/** Orders about the units of which this is so. */
const ofUnits = async (db: Db, condition: Condition): Promise<Condition> =>
  (await ofDevices(db, condition, UNITS_NAMED_MAX))('service_orders.device_id')

/** Orders with a number of the distributors of which this is so. */
const ofAgents = (db: Db, condition: Condition): Promise<Condition> =>
  fewOrMany({
    find: async (limit) =>
      (await db.selectFrom('distributors').select('agent_id').where(condition).limit(limit).execute()).map(
        ({ agent_id }) => agent_id,
      ),
    of_few: (ids) => sql<SqlBool>`service_orders.agent_id = any(${ids}::int[])`,
    of_many: sql<SqlBool>`service_orders.agent_id in (select distributors.agent_id from distributors where ${condition})`,
  })

/** What a filter means, over `service_orders`; of its units those that are `within`. */
export const conditionsOf = async (
  db: Db,
  { users, agents }: OrderScopes,
  { filter, uid }: OrderQuery,
  within: Condition | null = null,
): Promise<Condition[]> => {
  const is = (column: string, value: string | number | undefined) =>
    value === undefined || value === '' ? null : sql<SqlBool>`${sql.ref(column)} = ${value}`
  const between = (column: string, from: string | undefined, to: string | undefined) => [
    from === undefined ? null : sql<SqlBool>`${sql.ref(column)} >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`${sql.ref(column)} <= ${new Date(to)}`,
  ]
  const has_comment = sql<SqlBool>`service_orders.comment <> ''`
  const all: (Condition | null)[] = [
    TABS[filter.tab](uid),
    await unitCondition(db, filter, within),
    is('service_orders.type', filter.type),
    is('service_orders.source', filter.source),
    is('service_orders.priority', filter.priority),
    is('service_orders.handler_uid', filter.handler_uid),
    filter.handler ? await ofNamedAccount(db, 'service_orders.handler_uid', filter.handler) : null,
    is('service_orders.alarm_id', filter.alarm_id),
    filter.cause === 'unset' ? sql<SqlBool>`service_orders.cause is null` : is('service_orders.cause', filter.cause),
    filter.escalated === undefined
      ? null
      : filter.escalated
        ? sql<SqlBool>`service_orders.escalated > 0`
        : sql<SqlBool>`service_orders.escalated = 0`,
    filter.under === undefined ? null : await underCondition(db, agents, filter.under),
    // A hidden reporter matches nothing, or a filter by number would reveal them.
    filter.app_user_id === undefined
      ? null
      : sql<SqlBool>`exists (select from app_users where app_users.app_user_id = service_orders.app_user_id
          and app_users.app_user_id = ${filter.app_user_id} and ${appUsersWithin(users, 'app_users')})`,
    filter.respondent ? await respondentNamed(db, users, filter.respondent) : null,
    ...between('service_orders.feedback_at', filter.feedback_from, filter.feedback_to),
    ...between('service_orders.resolved_at', filter.resolved_from, filter.resolved_to),
    filter.rating === 'none' ? sql<SqlBool>`service_orders.rating is null` : is('service_orders.rating', filter.rating),
    filter.to_call === undefined ? null : filter.to_call ? TO_CALL : sql<SqlBool>`${TO_CALL} is not true`,
    filter.comment
      ? every(has_comment, sql<SqlBool>`lower(service_orders.comment) like ${partPattern(filter.comment)}`)
      : null,
    filter.invited === undefined
      ? null
      : filter.invited
        ? sql<SqlBool>`service_orders.rating_invited_at is not null`
        : sql<SqlBool>`service_orders.rating_invited_at is null`,
    filter.has_comment === undefined ? null : filter.has_comment ? has_comment : sql<SqlBool>`not ${has_comment}`,
  ]
  return all.filter((condition) => condition !== null)
}

/** Reporters the caller may not see are not found by their name either. */
const respondentNamed = (db: Db, users: Scope, name: string): Promise<Condition> => {
  const named = every(
    sql<SqlBool>`lower(app_users.nick_name) like ${partPattern(name)}`,
    appUsersWithin(users, 'app_users'),
  )
  return fewOrMany({
    find: async (limit) =>
      (await db.selectFrom('app_users').select('app_user_id').where(named).limit(limit).execute()).map(
        ({ app_user_id }) => app_user_id,
      ),
    of_few: (ids) => sql<SqlBool>`service_orders.app_user_id = any(${ids}::int[])`,
    of_many: sql<SqlBool>`exists (select from app_users where app_users.app_user_id = service_orders.app_user_id and ${named})`,
  })
}

/** Orders about the units that a filter names, or with the number that it looks for; null = of every unit. */
const unitCondition = async (
  db: Db,
  { product_key, mac, search }: OrderFilter,
  within: Condition | null,
): Promise<Condition | null> => {
  const named = [
    within,
    product_key ? sql<SqlBool>`devices.product_key = ${product_key}` : null,
    mac ? sql<SqlBool>`devices.mac = ${mac}` : null,
  ].filter((condition) => condition !== null)
  const of_named = async () => (named.length === 0 ? null : ofUnits(db, every(...named)))
  if (search === undefined || search === '') return of_named()
  const looked_for = normalizeDeviceId(search)
  const is_found = looked_for === null ? deviceSearched(search) : sql<SqlBool>`devices.mac = ${looked_for}`
  const of_found = await ofUnits(db, every(...named, is_found))
  const order_id = looked_for === null ? numberOf(search) : null
  if (order_id === null) return of_found
  // Both by an index: a condition over units and numbers together would be tried on every order.
  return sql<SqlBool>`(${of_found} or ${every(sql<SqlBool>`service_orders.order_id = ${order_id}`, await of_named())})`
}

/** The number of an order that a search field may mean. */
const numberOf = (search: string): number | null => {
  const number = Number(/^#?(\d{1,10})$/.exec(search)?.[1] ?? Number.NaN)
  return number <= DATABASE_INT_MAX ? number : null
}

/** One that is not seen has nothing below it that is. */
const underCondition = async (db: Db, agents: Scope, agent_id: number): Promise<Condition> => {
  const path = await findAgentPath(db, agents, agent_id)
  if (path === null) return sql<SqlBool>`false`
  const of_agents = await ofAgents(db, pathRange('distributors.agent_path', path))
  const of_units = await ofUnits(db, devicesUnder(path))
  // The first condition follows from the second, and each half of it has an index.
  return sql<SqlBool>`((${of_agents} or (service_orders.status = 'unresolved' and ${of_units}))
    and case when ${IS_OF_DEVICE} then ${of_units} else ${of_agents} end)`
}
