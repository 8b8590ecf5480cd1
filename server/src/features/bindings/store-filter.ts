import type { BindingEventFilter, BindingSelection } from '@heatfleet/contract/bindings/device-binder.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { agentsWithin, devicesUnder, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Condition = Expression<SqlBool>

/** Whose units: those of the scope; distributors are filtered by where `agent` sees them. */
export type BindingScopes = { device: Scope; agent: Scope }

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Path of the filter's distributor; null = not visible. */
const findPath = async (db: Kysely<Tables>, { agent }: BindingScopes, agent_id: number): Promise<string | null> =>
  (
    await db
      .selectFrom('distributors')
      .where('agent_id', '=', agent_id)
      .where(agentsWithin(agent, 'distributors'))
      .select('agent_path')
      .executeTakeFirst()
  )?.agent_path ?? null

/** Start of an id, part of a name, part of a nick name, number of an app user. */
const searchCondition = (text: string): Condition => {
  const low = text.toLowerCase()
  const part = `%${literal(low)}%`
  const mac = `${literal(low.replaceAll(/[\s:.-]/g, '') || low)}%`
  const is_number = /^\d{1,9}$/.test(text) ? sql<SqlBool>` or app_users.app_user_id = ${Number(text)}` : sql``
  return sql<SqlBool>`(devices.mac like ${mac} or lower(devices.device_name) like ${part}
    or lower(app_users.nick_name) like ${part}${is_number})`
}

const between = (column: string, from: string | undefined, to: string | undefined): (Condition | null)[] => [
  from === undefined ? null : sql<SqlBool>`${sql.ref(column)} >= ${new Date(from)}`,
  to === undefined ? null : sql<SqlBool>`${sql.ref(column)} <= ${new Date(to)}`,
]

type UnitFilter = Pick<BindingEventFilter, 'mac' | 'search' | 'product_key' | 'agent_id'>

/** Conditions over `devices` and `app_users`, which the query must name. */
export const unitConditions = async (
  db: Kysely<Tables>,
  scopes: BindingScopes,
  { mac, search, product_key, agent_id }: UnitFilter,
): Promise<Condition[]> => {
  const path = agent_id === undefined ? null : await findPath(db, scopes, agent_id)
  return present([
    mac === undefined ? null : sql<SqlBool>`devices.mac = ${mac}`,
    search === undefined || search === '' ? null : searchCondition(search),
    product_key === undefined || product_key === '' ? null : sql<SqlBool>`devices.product_key = ${product_key}`,
    agent_id === undefined ? null : path === null ? sql<SqlBool>`false` : devicesUnder(path),
  ])
}

/** State of an app user, as its own screens have it. */
export const USER_STATUS = sql<'active' | 'disabled' | 'erased'>`case when app_users.erased_at is not null then 'erased'
  when app_users.disabled then 'disabled' else 'active' end`

/** Conditions over `bindings`, joined with `devices` and `app_users`. */
export const bindingConditions = (filter: BindingSelection, sees_personal: boolean): Condition[] => {
  const { contact, role, bind_way, status, mark, binding_ids, except_binding_ids } = filter
  // Who may not read a number may not find it out piece by piece either.
  const contactCondition = (text: string): Condition => {
    const low = text.toLowerCase()
    const part = `%${literal(low)}%`
    return sees_personal
      ? sql<SqlBool>`(app_users.phone like ${part} or lower(app_users.email) like ${part})`
      : sql<SqlBool>`(app_users.phone = ${text} or lower(app_users.email) = ${low})`
  }
  return present([
    contact === undefined || contact === '' ? null : contactCondition(contact),
    role === undefined ? null : sql<SqlBool>`bindings.role = ${role}`,
    bind_way === undefined ? null : sql<SqlBool>`bindings.bind_way = ${bind_way}`,
    status === undefined ? null : sql<SqlBool>`${USER_STATUS} = ${status}`,
    mark === undefined ? null : sql<SqlBool>`${mark} = any(bindings.marks)`,
    binding_ids === undefined ? null : sql<SqlBool>`bindings.binding_id = any(${binding_ids})`,
    except_binding_ids === undefined ? null : sql<SqlBool>`bindings.binding_id <> all(${except_binding_ids})`,
    ...between('bindings.bound_at', filter.bind_from, filter.bind_to),
  ])
}

/** Conditions over `binding_events`. */
export const eventConditions = ({ action, from, to }: BindingEventFilter): Condition[] =>
  present([
    action === undefined ? null : sql<SqlBool>`binding_events.action = ${action}`,
    ...between('binding_events.at', from, to),
  ])

const present = (conditions: readonly (Condition | null)[]): Condition[] =>
  conditions.filter((condition) => condition !== null)
