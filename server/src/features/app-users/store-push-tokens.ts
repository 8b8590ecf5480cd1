import type { PUSH_PLATFORMS } from '@heatfleet/contract/app-users/push-tokens.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import { appUsersWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type PushPlatform = (typeof PUSH_PLATFORMS)[number]

/** A stored push token. */
type PushToken = {
  session_hash: Buffer
  app_user_id: number
  app_id: number
  platform: PushPlatform
  token_hash: Buffer
  token_sealed: Buffer
  token_hint: string
  registered_at: Date
}

/**
 * Replaces the token of a session; deletes the same token of another session and the oldest beyond the limit per user.
 * False when the session has ended meanwhile.
 */
export const savePushToken = (db: Db, token: PushToken): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // Serialises concurrent registrations of one phone.
    const session = await tx
      .selectFrom('app_user_sessions')
      .select('token_hash')
      .where('token_hash', '=', token.session_hash)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (session === undefined) return false
    await tx.deleteFrom('app_push_tokens').where('session_hash', '=', token.session_hash).execute()
    const { token_hash: _, app_id: __, ...moved } = token
    await tx
      .insertInto('app_push_tokens')
      .values(token)
      .onConflict((conflict) => conflict.columns(['app_id', 'token_hash']).doUpdateSet(moved))
      .execute()
    const too_old = tx
      .selectFrom('app_push_tokens')
      .select('push_token_id')
      .where('app_user_id', '=', token.app_user_id)
      .orderBy('registered_at', 'desc')
      .orderBy('push_token_id', 'desc')
      .offset(LIMITS.push_tokens_max)
    await tx.deleteFrom('app_push_tokens').where('push_token_id', 'in', too_old).execute()
    return true
  })

/** Deletes the token of a session, if it has one. */
export const deletePushTokenOf = async (db: Db, session_hash: Buffer): Promise<void> => {
  await db.deleteFrom('app_push_tokens').where('session_hash', '=', session_hash).execute()
}

/** Push tokens of an app user of the scope, the last used first; at most the limit per user. */
export const listPushTokens = (db: Db, scope: Scope, app_user_id: number) =>
  db
    .selectFrom('app_push_tokens')
    .innerJoin('app_users', 'app_users.app_user_id', 'app_push_tokens.app_user_id')
    .innerJoin('app_user_sessions', 'app_user_sessions.token_hash', 'app_push_tokens.session_hash')
    .where('app_push_tokens.app_user_id', '=', app_user_id)
    .where(appUsersWithin(scope, 'app_users'))
    .select([
      'app_push_tokens.push_token_id',
      // Written by the app API only, which validates the name.
      sql<PushPlatform>`app_push_tokens.platform`.as('platform'),
      'app_push_tokens.token_hint',
      'app_push_tokens.registered_at',
      'app_user_sessions.phone_model',
      'app_user_sessions.app_version',
      'app_user_sessions.created_at',
      'app_user_sessions.last_seen_at',
    ])
    .orderBy('app_user_sessions.last_seen_at', 'desc')
    .orderBy('app_push_tokens.push_token_id', 'desc')
    .limit(LIMITS.push_tokens_max)
    .execute()

/** Deletes a push token of an app user of the scope; returns its platform, or null when there is none. */
export const deletePushToken = async (
  db: Db,
  scope: Scope,
  { app_user_id, push_token_id }: { app_user_id: number; push_token_id: number },
): Promise<string | null> => {
  const deleted = await db
    .deleteFrom('app_push_tokens')
    .using('app_users')
    .whereRef('app_users.app_user_id', '=', 'app_push_tokens.app_user_id')
    .where(appUsersWithin(scope, 'app_users'))
    .where('app_push_tokens.app_user_id', '=', app_user_id)
    .where('app_push_tokens.push_token_id', '=', push_token_id)
    .returning('app_push_tokens.platform')
    .executeTakeFirst()
  return deleted?.platform ?? null
}
