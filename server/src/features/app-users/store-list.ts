import type { AppUserFilter } from '@heatfleet/contract/app-users/app-users.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { appUsersWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { openOrdersOf } from '../service-orders/public.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** App users of `scopes.users`, with how many of their units lie within `scopes.devices`. */
export type UserScopes = { users: Scope; devices: Scope }

const boundWithin = (scope: Scope, role?: 'owner' | 'shared') =>
  sql`from bindings join devices on devices.device_id = bindings.device_id
    where bindings.app_user_id = app_users.app_user_id and ${withinScope(scope, 'devices')}
    ${role === undefined ? sql`` : sql`and bindings.role = ${role}`}`

const usersWithin = (db: Db, { users }: UserScopes) =>
  db
    .selectFrom('app_users')
    .leftJoin('applications', 'applications.app_id', 'app_users.app_id')
    .where(appUsersWithin(users, 'app_users'))

const columnsOf = (db: Db, { devices }: UserScopes) =>
  [
    'app_users.app_user_id',
    'app_users.nick_name',
    'app_users.phone',
    'app_users.email',
    'app_users.gender',
    'app_users.country',
    'app_users.region_text',
    'app_users.language',
    'app_users.app_id',
    'applications.app_name',
    'app_users.app_version',
    'app_users.platform',
    'app_users.created_at',
    'app_users.last_login_at',
    'app_users.disabled',
    'app_users.erased_at',
    'app_users.marks',
    'app_users.remark',
    sql<number>`(select count(*)::int ${boundWithin(devices, 'owner')})`.as('owned_devices'),
    sql<number>`(select count(*)::int ${boundWithin(devices, 'shared')})`.as('shared_devices'),
    openOrdersOf(db, devices).as('open_orders'),
  ] as const

/** One app user of the scope, or null. */
export const findAppUser = async (db: Db, scopes: UserScopes, app_user_id: number) =>
  (await usersWithin(db, scopes)
    .where('app_users.app_user_id', '=', app_user_id)
    .select(columnsOf(db, scopes))
    .executeTakeFirst()) ?? null
export type AppUserRow = NonNullable<Awaited<ReturnType<typeof findAppUser>>>

/** Number and nick name of those of these app users that the scope sees. */
export const listAppUserNames = (db: Db, users: Scope, app_user_ids: readonly number[]) =>
  db
    .selectFrom('app_users')
    .select(['app_user_id', 'nick_name'])
    .where('app_user_id', '=', sql<number>`any(${[...app_user_ids]}::int[])`)
    .where(appUsersWithin(users, 'app_users'))
    .execute()

const SORTS = {
  app_user_id: 'app_users.app_user_id',
  nick_name: 'app_users.nick_name',
  register_time: 'app_users.created_at',
  last_login_time: 'app_users.last_login_at',
} as const satisfies Record<AppUserFilter['sort_by'], string>

/** A filter; `sees_personal` = parts of phone and e-mail may be searched. */
type AppUserQuery = { filter: AppUserFilter; sees_personal: boolean }

/** A part of the app users of the scope that match. */
export const listAppUsers = <Part extends ListPart>(
  db: Db,
  scopes: UserScopes,
  { filter, sees_personal }: AppUserQuery,
  part: Part,
): Promise<ListPage<AppUserRow, Part>> => {
  const matching = usersWithin(db, scopes).where((is) => is.and(conditionsOf(filter, scopes, sees_personal)))
  const { sort_by, sort_order } = filter
  return listPage(
    {
      matching,
      rows: matching.select(columnsOf(db, scopes)),
      order: (rows) =>
        rows
          .orderBy(SORTS[sort_by], (order) => (sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
          .orderBy('app_users.app_user_id', sort_order),
      key: 'app_users.app_user_id',
    },
    part,
  )
}

const STATES: Record<NonNullable<AppUserFilter['status']>, Condition> = {
  active: sql<SqlBool>`(not app_users.disabled and app_users.erased_at is null)`,
  disabled: sql<SqlBool>`(app_users.disabled and app_users.erased_at is null)`,
  erased: sql<SqlBool>`app_users.erased_at is not null`,
}

const searchCondition = (text: string): Condition => {
  const part = sql<SqlBool>`lower(app_users.nick_name) like ${`%${literal(text.toLowerCase())}%`}`
  return /^\d{1,9}$/.test(text) ? sql<SqlBool>`(${part} or app_users.app_user_id = ${Number(text)})` : part
}

const conditionsOf = (filter: AppUserFilter, { devices }: UserScopes, sees_personal: boolean): Condition[] => {
  // Who may not read a number may not find it out piece by piece either.
  const personal = (column: 'phone' | 'email', text: string | undefined) => {
    if (text === undefined || text === '') return null
    const low = text.toLowerCase()
    return sees_personal
      ? sql<SqlBool>`lower(${sql.ref(`app_users.${column}`)}) like ${`%${literal(low)}%`}`
      : sql<SqlBool>`lower(${sql.ref(`app_users.${column}`)}) = ${low}`
  }
  const between = (column: string, from: string | undefined, to: string | undefined) => [
    from === undefined ? null : sql<SqlBool>`${sql.ref(column)} >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`${sql.ref(column)} <= ${new Date(to)}`,
  ]
  const is = (column: string, value: string | number | undefined) =>
    value === undefined || value === '' ? null : sql<SqlBool>`${sql.ref(column)} = ${value}`
  const has_device = sql<SqlBool>`exists (select ${boundWithin(devices)})`
  const all: (Condition | null)[] = [
    filter.search === undefined || filter.search === '' ? null : searchCondition(filter.search),
    personal('phone', filter.phone),
    personal('email', filter.email),
    is('app_users.app_id', filter.app_id),
    is('app_users.country', filter.country),
    is('app_users.language', filter.language),
    filter.status === undefined ? null : STATES[filter.status],
    filter.mark === undefined ? null : sql<SqlBool>`${filter.mark} = any(app_users.marks)`,
    filter.has_device === undefined ? null : filter.has_device ? has_device : sql<SqlBool>`not ${has_device}`,
    filter.app_user_ids === undefined ? null : sql<SqlBool>`app_users.app_user_id = any(${filter.app_user_ids})`,
    filter.except_app_user_ids === undefined
      ? null
      : sql<SqlBool>`app_users.app_user_id <> all(${filter.except_app_user_ids})`,
    ...between('app_users.created_at', filter.registered_from, filter.registered_to),
    ...between('app_users.last_login_at', filter.last_login_from, filter.last_login_to),
  ]
  return all.filter((condition) => condition !== null)
}
