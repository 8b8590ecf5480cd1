import type { Kysely } from 'kysely'
import { hashToken, makeToken } from '../../src/features/session/public.ts'
import type { Tables } from '../../src/platform/tables.ts'

/** The row alone, without what else a sign-in reads and writes: the matrix opens thousands. */
export const openSession = async (db: Kysely<Tables>, uid: number): Promise<string> => {
  const token = makeToken()
  const now = new Date()
  const session = { uid, created_at: now, last_seen_at: now, address: '127.0.0.1', user_agent: 'test' }
  await db
    .insertInto('sessions')
    .values({ ...session, token_hash: hashToken(token) })
    .execute()
  return token
}
