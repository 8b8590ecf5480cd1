import type { Kysely } from 'kysely'
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
] as const

/** Tokens of an account that are not revoked and did not run out before a moment, the newest first. */
export const findTokensOf = (db: Db, uid: number, not_before: Date) =>
  db
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', not_before)
    .orderBy('created_at', 'desc')
    .orderBy('api_token_id', 'desc')
    .execute()

/** Keeps a new token by its hash, unless the account has `most` that are alive. */
export const insertToken = (
  db: Db,
  token: {
    uid: number
    token_name: string
    token_hash: Buffer
    token_hint: string
    permissions: string[]
    created_at: Date
    expires_at: Date
  },
  most: number,
) =>
  db.transaction().execute(async (trx) => {
    // One after the other for one account, so that two at once do not pass the limit together.
    await trx.selectFrom('accounts').select('uid').where('uid', '=', token.uid).forUpdate().execute()
    if ((await findTokensOf(trx, token.uid, token.created_at)).length >= most) return null
    return trx.insertInto('api_tokens').values(token).returning(COLUMNS).executeTakeFirstOrThrow()
  })

/** Revokes a token of the account; its name, or undefined when it has none such. */
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
