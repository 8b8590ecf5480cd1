import type { DataGrantFilter } from '@heatfleet/contract/owner-data/data-grants.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { devicesUnder, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { grantState } from './store-grants.ts'

type Db = Kysely<Tables>

/** Whose units: those of `device`; distributors are filtered by where `agent` sees them. */
type GrantScopes = { device: Scope; agent: Scope }

const grantsWithin = (db: Db, scope: Scope) =>
  db
    .selectFrom('data_grants')
    .innerJoin('devices', 'devices.device_id', 'data_grants.device_id')
    .innerJoin('app_users', 'app_users.app_user_id', 'data_grants.app_user_id')
    .where(withinScope(scope, 'devices'))

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

const searchCondition = (text: string): Expression<SqlBool> => {
  const low = text.toLowerCase()
  const part = `%${literal(low)}%`
  const mac = `${literal(low.replaceAll(/[\s:.-]/g, '') || low)}%`
  return sql<SqlBool>`(devices.mac like ${mac} or lower(devices.device_name) like ${part} or lower(app_users.nick_name) like ${part}
    or lower(data_grants.recipient) like ${part} or lower(data_grants.purpose) like ${part})`
}

const conditionsOf = async (
  db: Db,
  scopes: GrantScopes,
  { mac, search, product_key, agent_id, state }: DataGrantFilter,
  at: Date,
): Promise<Expression<SqlBool>[]> => {
  const path = agent_id === undefined ? null : await findAgentPath(db, scopes.agent, agent_id)
  return [
    mac === undefined ? null : sql<SqlBool>`devices.mac = ${mac}`,
    search === undefined || search === '' ? null : searchCondition(search),
    product_key === undefined || product_key === '' ? null : sql<SqlBool>`devices.product_key = ${product_key}`,
    agent_id === undefined ? null : path === null ? sql<SqlBool>`false` : devicesUnder(path),
    state === undefined ? null : sql<SqlBool>`${grantState(at)} = ${state}`,
  ].filter((condition) => condition !== null)
}

const SORTS = {
  mac: sql`devices.mac`,
  created_time: sql`data_grants.created_at`,
  expires_time: sql`data_grants.expires_at`,
  last_access_time: sql`data_grants.last_access_at`,
  access_count: sql`data_grants.access_count`,
} as const satisfies Record<DataGrantFilter['sort_by'], unknown>

/** A part of the grants of units in scope. */
export const listGrants = async <Part extends ListPart>(
  db: Db,
  scopes: GrantScopes,
  { filter, at }: { filter: DataGrantFilter; at: Date },
  part: Part,
): Promise<ListPage<GrantRow, Part>> => {
  const conditions = await conditionsOf(db, scopes, filter, at)
  const matching = grantsWithin(db, scopes.device).where((is) => is.and(conditions))
  return listPage(
    {
      matching,
      rows: withColumns(matching, at),
      order: (rows) =>
        rows
          .orderBy(SORTS[filter.sort_by], (by) => (filter.sort_order === 'asc' ? by.asc() : by.desc()).nullsLast())
          .orderBy('data_grants.grant_id', 'desc'),
      key: 'data_grants.grant_id',
    },
    part,
  )
}

const withColumns = (matching: ReturnType<typeof grantsWithin>, at: Date) =>
  matching
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .select([
      'data_grants.grant_id',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'devices.agent_id',
      'distributors.agent_name',
      'app_users.app_user_id',
      'app_users.nick_name',
      'app_users.phone',
      'app_users.email',
      'data_grants.recipient',
      'data_grants.purpose',
      'data_grants.token_hint',
      'data_grants.data_from',
      'data_grants.created_at',
      'data_grants.expires_at',
      'data_grants.ended_at',
      'data_grants.end_reason',
      'data_grants.last_access_at',
      'data_grants.last_address',
      'data_grants.access_count',
      grantState(at).as('state'),
    ])
export type GrantRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** A grant of a unit in scope; null when there is none. */
export const findGrant = async (db: Db, scope: Scope, grant_id: number, at: Date) =>
  (await grantsWithin(db, scope)
    .where('data_grants.grant_id', '=', grant_id)
    .select(['devices.mac', 'app_users.app_user_id', grantState(at).as('state')])
    .executeTakeFirst()) ?? null

/** Ends a grant that has not ended; false when it has. The caller has checked the scope. */
export const endGrant = async (
  db: Db,
  grant_id: number,
  { at, by_uid, reason }: { at: Date; by_uid: number; reason: string },
): Promise<boolean> => {
  const done = await db
    .updateTable('data_grants')
    .set({ ended_at: at, ended_by: 'operator', ended_by_uid: by_uid, end_reason: reason })
    .where('grant_id', '=', grant_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}
