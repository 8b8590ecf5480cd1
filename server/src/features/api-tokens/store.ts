import { type Kysely, sql } from 'kysely'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const COLUMNS = [
  'api_token_id',
  'token_name',
  'token_hint',
  'permissions',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_address',
  'agent_id',
  'calls_per_minute',
] as const

/**
 * Tokens of an account that are not revoked and did not expire before a time, the newest first; each with the name of its
 * distributor where that is in the caller's scope.
 */
export const findTokensOf = (db: Db, scope: Scope, uid: number, not_before: Date) =>
  db
    .selectFrom('api_tokens')
    .select([
      ...COLUMNS,
      sql<string | null>`(select agent_name from distributors
        where distributors.agent_id = api_tokens.agent_id and ${agentsWithin(scope, 'distributors')})`.as('agent_name'),
    ])
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', not_before)
    .orderBy('created_at', 'desc')
    .orderBy('api_token_id', 'desc')
    .execute()

/** The name of a distributor of the scope; undefined when it is not in scope. */
export const findAgentName = async (db: Db, scope: Scope, agent_id: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('distributors')
    .select('agent_name')
    .where('agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .executeTakeFirst()
  return row?.agent_name
}

/** Stores the hash of a new token, unless the account has `most` active ones. */
export const insertToken = (
  db: Db,
  token: {
    uid: number
    token_name: string
    token_hash: Buffer
    token_hint: string
    permissions: string[]
    agent_id: number | null
    calls_per_minute: number | null
    created_at: Date
    expires_at: Date
  },
  most: number,
) =>
  db.transaction().execute(async (trx) => {
    // Serialised per account, so that concurrent requests cannot exceed the limit.
    await trx.selectFrom('accounts').select('uid').where('uid', '=', token.uid).forUpdate().execute()
    const { alive } = await trx
      .selectFrom('api_tokens')
      .select(sql<number>`count(*)::int`.as('alive'))
      .where('uid', '=', token.uid)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', token.created_at)
      .executeTakeFirstOrThrow()
    if (alive >= most) return null
    return trx.insertInto('api_tokens').values(token).returning(COLUMNS).executeTakeFirstOrThrow()
  })

/** Revokes a token of the account; returns its name, or undefined when there is none. */
export const revokeToken = async (db: Db, uid: number, api_token_id: number, at: Date): Promise<string | undefined> => {
  const row = await db
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('uid', '=', uid)
    .where('api_token_id', '=', api_token_id)
    .where('revoked_at', 'is', null)
    .returning('token_name')
    .executeTakeFirst()
  return row?.token_name
}

/** Revokes all tokens of an account; returns how many were good until then. */
export const revokeTokensOf = async (db: Db, uid: number, at: Date): Promise<number> => {
  const revoked = await db
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .execute()
  return revoked.filter(({ expires_at }) => expires_at > at).length
}
