import { LOG_IN_ACTIONS } from '@heatfleet/contract/session/log-in-actions.ts'
import { type Kysely, sql } from 'kysely'
import { accountsWithin, agentsWithin, auditWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

type Db = Kysely<Tables>

const COUNT = sql<number>`count(*)::int`

/** Number of accounts in scope. */
export const countAccounts = async (db: Db, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('accounts')
      .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
      .where(accountsWithin(scope, 'accounts'))
      .select(COUNT.as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Number of distributors in scope. */
export const countDistributors = async (db: Db, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('distributors')
      .where(agentsWithin(scope, 'distributors'))
      .select(COUNT.as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** All products by key. */
export const listProducts = (db: Db, limit: number) =>
  db.selectFrom('products').select(['product_key', 'english_name']).orderBy('product_key').limit(limit).execute()

/** The distributors one level below a path that the scope sees. */
export const listNextLower = (db: Db, scope: Scope, agent_path: string, limit: number) =>
  db
    .selectFrom('distributors')
    .where(agentsWithin(scope, 'distributors'))
    .where(sql<boolean>`distributors.agent_path = ${agent_path} || distributors.agent_id || '/'`)
    .select(['distributors.agent_id', 'distributors.agent_name'])
    .orderBy('distributors.agent_name')
    .limit(limit)
    .execute()

const DAY = 'YYYY-MM-DD'

/** Devices of the scope by the day (UTC) of their first connection. */
export const listActivations = (db: Db, scope: Scope, since: Date) =>
  db
    .selectFrom('device_status')
    .innerJoin('devices', 'devices.device_id', 'device_status.device_id')
    .where('device_status.first_online_at', '>=', since)
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .select([sql<string>`to_char(device_status.first_online_at at time zone 'UTC', ${DAY})`.as('day'), COUNT.as('n')])
    .groupBy(sql`1`)
    .execute()

/** Log-ins of accounts in scope by day (UTC). */
export const listLogIns = (db: Db, scope: Scope, since: Date) =>
  db
    .selectFrom('audit_log')
    .where('audit_log.action', 'in', LOG_IN_ACTIONS)
    .where('audit_log.result', '=', 'ok')
    .where('audit_log.at', '>=', since)
    .where(auditWithin(scope, 'audit_log'))
    .select([sql<string>`to_char(audit_log.at at time zone 'UTC', ${DAY})`.as('day'), COUNT.as('n')])
    .groupBy(sql`1`)
    .execute()
