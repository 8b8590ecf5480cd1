import type { BindingEventFilter, BindingFilter, BindingSelection } from '@heatfleet/contract/bindings/device-binder.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage, type PagePart } from '../../platform/list-page.ts'
import { accountsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { ONLINE_STATUS } from './store-bound.ts'
import { type BindingScopes, bindingConditions, eventConditions, USER_STATUS, unitConditions } from './store-filter.ts'

type Db = Kysely<Tables>

const UNIT = [
  'devices.mac',
  'devices.device_name',
  'devices.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'devices.agent_id',
  'distributors.agent_name',
] as const
const PERSON = ['app_users.app_user_id', 'app_users.nick_name', 'app_users.phone', 'app_users.email'] as const

/** When the person last signed in or used the app. */
const LAST_ACTIVITY = sql<Date | null>`greatest(app_users.last_login_at, (select max(last_seen_at) from app_user_sessions
  where app_user_sessions.app_user_id = app_users.app_user_id))`

const bindingsWithin = (db: Db, scope: Scope) =>
  db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.device_id', 'bindings.device_id')
    .innerJoin('app_users', 'app_users.app_user_id', 'bindings.app_user_id')
    .where(withinScope(scope, 'devices'))

const SORTS = {
  mac: sql`devices.mac`,
  bind_time: sql`bindings.bound_at`,
  last_activity_time: LAST_ACTIVITY,
} as const satisfies Record<BindingFilter['sort_by'], unknown>

/** A filter; `sees_personal` = parts of phone and e-mail may be searched. */
type BindingQuery = { filter: BindingSelection; sees_personal: boolean }

/** A part of the bindings of devices in scope that match; device by device, owner first, unless sorted otherwise. */
export const listBindings = async <Part extends ListPart>(
  db: Db,
  scopes: BindingScopes,
  { filter, sees_personal }: BindingQuery,
  part: Part,
): Promise<ListPage<BindingRow, Part>> => {
  const conditions = [...(await unitConditions(db, scopes, filter)), ...bindingConditions(filter, sees_personal)]
  const matching = bindingsWithin(db, scopes.device).where((is) => is.and(conditions))
  return listPage(
    {
      matching,
      rows: withColumns(matching),
      order: (rows) =>
        rows
          .orderBy(SORTS[filter.sort_by], (by) => (filter.sort_order === 'asc' ? by.asc() : by.desc()).nullsLast())
          .orderBy('devices.mac')
          .orderBy('bindings.role')
          .orderBy('bindings.bound_at')
          .orderBy('bindings.binding_id'),
      key: 'bindings.binding_id',
    },
    part,
  )
}

const withColumns = (matching: ReturnType<typeof bindingsWithin>) =>
  matching
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('applications', 'applications.app_id', 'app_users.app_id')
    .select([
      'bindings.binding_id',
      ...UNIT,
      ...PERSON,
      'bindings.role',
      'bindings.bound_at',
      'bindings.bind_way',
      'bindings.marks',
      'applications.app_name',
      LAST_ACTIVITY.as('last_activity_at'),
      USER_STATUS.as('status'),
      ONLINE_STATUS.as('online_status'),
    ])
export type BindingRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** Device id, user and unit of those of these bindings whose device is in scope. */
export const listNamedBindings = (db: Db, scope: Scope, binding_ids: readonly number[]) =>
  bindingsWithin(db, scope)
    .where('bindings.binding_id', '=', sql<number>`any(${[...binding_ids]}::int[])`)
    .select([
      'bindings.binding_id',
      'bindings.role',
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'app_users.app_user_id',
      'app_users.nick_name',
    ])
    .execute()

/** How many more people each of these bindings' units are bound to. */
export const countOthers = async (db: Db, binding_ids: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('bindings')
    .where('bindings.binding_id', '=', sql<number>`any(${[...binding_ids]}::int[])`)
    .select([
      'bindings.binding_id',
      sql<number>`(select count(*)::int - 1 from bindings other where other.device_id = bindings.device_id)`.as('n'),
    ])
    .execute()
  return new Map(rows.map(({ binding_id, n }) => [binding_id, n]))
}

const eventsWithin = (db: Db, scope: Scope) =>
  db
    .selectFrom('binding_events')
    .innerJoin('devices', 'devices.device_id', 'binding_events.device_id')
    .innerJoin('app_users', 'app_users.app_user_id', 'binding_events.app_user_id')
    .where(withinScope(scope, 'devices'))

/** The same, and the scope of the accounts whose names are shown. */
export type EventScopes = BindingScopes & { account: Scope }

/** A part of what happened to bindings of devices in scope, the newest first. */
export const listBindingEvents = async <Part extends ListPart>(
  db: Db,
  scopes: EventScopes,
  filter: BindingEventFilter,
  part: Part,
): Promise<ListPage<BindingEventRow, Part>> => {
  const conditions = [...(await unitConditions(db, scopes, filter)), ...eventConditions(filter)]
  const matching = eventsWithin(db, scopes.device).where((is) => is.and(conditions))
  return listPage(
    {
      matching,
      rows: withEventColumns(matching, scopes.account),
      order: (rows) => rows.orderBy('binding_events.at', 'desc').orderBy('binding_events.binding_event_id', 'desc'),
      key: 'binding_events.binding_event_id',
    },
    part,
  )
}

const withEventColumns = (matching: ReturnType<typeof eventsWithin>, accounts: Scope) =>
  matching
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select([
      'binding_events.binding_event_id',
      'binding_events.at',
      'binding_events.action',
      ...UNIT,
      ...PERSON,
      'binding_events.bind_way',
      'binding_events.by_uid',
      sql<string | null>`(select accounts.user_name from accounts
        left join distributors on distributors.agent_id = accounts.agent_id
        where accounts.uid = binding_events.by_uid and ${accountsWithin(accounts, 'accounts')})`.as('by_name'),
      'binding_events.reason',
    ])
export type BindingEventRow = Awaited<ReturnType<ReturnType<typeof withEventColumns>['execute']>>[number]

type InvitationFilter = Pick<BindingEventFilter, 'mac' | 'search' | 'product_key' | 'agent_id'>

/** Unused invitations to devices in scope that are still good, the first to expire first. */
export const listInvitations = async (
  db: Db,
  scopes: BindingScopes,
  { filter, now }: { filter: InvitationFilter; now: Date },
  part: PagePart,
) => {
  const conditions = await unitConditions(db, scopes, filter)
  const matching = db
    .selectFrom('binding_share_codes')
    .innerJoin('devices', 'devices.device_id', 'binding_share_codes.device_id')
    .innerJoin('app_users', 'app_users.app_user_id', 'binding_share_codes.app_user_id')
    .where('binding_share_codes.expires_at', '>', now)
    .where(withinScope(scopes.device, 'devices'))
    .where((is) => is.and([sql<SqlBool>`true`, ...conditions]))
  return listPage(
    {
      matching,
      rows: matching
        .innerJoin('products', 'products.product_key', 'devices.product_key')
        .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
        .select([
          'binding_share_codes.invitation_id',
          ...UNIT,
          ...PERSON,
          'binding_share_codes.created_at',
          'binding_share_codes.expires_at',
        ]),
      order: (rows) => rows.orderBy('binding_share_codes.expires_at').orderBy('binding_share_codes.code_hash'),
      key: 'binding_share_codes.invitation_id',
    },
    part,
  )
}

/** Deletes an unused invitation to a device in scope, and returns whose and to which; null = there is none. */
export const deleteInvitation = async (db: Db, scope: Scope, invitation_id: number) =>
  (await db
    .deleteFrom('binding_share_codes')
    .using('devices')
    .whereRef('devices.device_id', '=', 'binding_share_codes.device_id')
    .where('binding_share_codes.invitation_id', '=', invitation_id)
    .where(withinScope(scope, 'devices'))
    .returning(['devices.mac', 'binding_share_codes.app_user_id'])
    .executeTakeFirst()) ?? null
