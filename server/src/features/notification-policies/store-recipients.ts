import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { rolloutsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** The place of an event, and of the policy: only people of its owner and below are written to. */
type Place = { agent_path: string; agent_id: number | null; owner_path: string }

const accountsOf = (db: Db, { owner_path }: Pick<Place, 'owner_path'>, condition: Expression<SqlBool>, now: Date) =>
  db
    .selectFrom('accounts')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where('accounts.disabled', '=', false)
    .where(sql<SqlBool>`(accounts.valid_until is null or accounts.valid_until > ${now})`)
    .where(owner_path === '/' ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(distributors.agent_path, ${owner_path})`)
    .where(condition)
    .select([
      'accounts.uid',
      sql<string>`coalesce(nullif(accounts.nick_name, ''), accounts.user_name)`.as('name'),
      sql<string>`coalesce(accounts.email, '')`.as('email'),
      sql<string>`coalesce(accounts.phone, '')`.as('phone'),
      sql<MessageLanguage | ''>`accounts.language`.as('language'),
      'accounts.time_zone',
      'accounts.preferences',
    ])
    .orderBy('accounts.uid')
    .limit(NOTIFICATION_LIMITS.recipients_max)
    .execute()
export type AccountRecipient = Awaited<ReturnType<typeof accountsOf>>[number]

/** Accounts by role at or above the device, and those of its own distributor. Whether they see it is checked for each. */
export const listAccounts = (
  db: Db,
  place: Place,
  { role_ids, to_distributor }: { role_ids: readonly number[]; to_distributor: boolean },
  now: Date,
): Promise<AccountRecipient[]> =>
  accountsOf(
    db,
    place,
    sql<SqlBool>`((accounts.role_id = any(${[...role_ids]}::int[])
        and (accounts.agent_id is null or starts_with(${place.agent_path}, distributors.agent_path)))
      or (${to_distributor} and accounts.agent_id = ${place.agent_id}))`,
    now,
  )

/** Accounts of one distributor; null = of the manufacturer. */
export const listAccountsOfDistributor = (
  db: Db,
  place: Pick<Place, 'owner_path'>,
  agent_id: number | null,
  now: Date,
): Promise<AccountRecipient[]> =>
  accountsOf(db, place, sql<SqlBool>`accounts.agent_id is not distinct from ${agent_id}`, now)

/** The app users that a device is bound to. */
export const listAppUsers = (db: Db, device_id: number) =>
  db
    .selectFrom('bindings')
    .innerJoin('app_users', 'app_users.app_user_id', 'bindings.app_user_id')
    .where('bindings.device_id', '=', device_id)
    .where('app_users.disabled', '=', false)
    .where('app_users.erased_at', 'is', null)
    .select([
      'app_users.app_user_id',
      'app_users.nick_name as name',
      sql<string>`coalesce(app_users.email, '')`.as('email'),
      sql<string>`coalesce(app_users.phone, '')`.as('phone'),
      'app_users.language',
    ])
    .orderBy('app_users.app_user_id')
    .limit(NOTIFICATION_LIMITS.recipients_max)
    .execute()

/** Those of the devices that are in the scope. */
export const listWithin = async (db: Db, scope: Scope, device_ids: readonly number[]): Promise<Set<number>> => {
  if (device_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('devices')
    .where('device_id', 'in', [...device_ids])
    .where(withinScope(scope, 'devices'))
    .select('device_id')
    .execute()
  return new Set(rows.map(({ device_id }) => device_id))
}

/** Those of the rollouts that are in the scope. */
export const listRolloutsWithin = async (db: Db, scope: Scope, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('rollouts')
    .where('rollout_id', 'in', [...ids])
    .where(rolloutsWithin(scope, 'rollouts'))
    .select('rollout_id')
    .execute()
  return new Set(rows.map(({ rollout_id }) => rollout_id))
}

/** Those of the devices that the app user is still bound to. */
export const listBound = async (db: Db, app_user_id: number, device_ids: readonly number[]): Promise<Set<number>> => {
  if (device_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('bindings')
    .where('app_user_id', '=', app_user_id)
    .where('device_id', 'in', [...device_ids])
    .select('device_id')
    .execute()
  return new Set(rows.map(({ device_id }) => device_id))
}

/** Sealed push tokens of an app user. */
export const listSealedTokens = (db: Db, app_user_id: number) =>
  db
    .selectFrom('app_push_tokens')
    .where('app_user_id', '=', app_user_id)
    .select(['platform', 'token_sealed'])
    .orderBy('push_token_id')
    .execute()
