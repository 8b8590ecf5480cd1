import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Paging } from '@heatfleet/contract/paging.ts'
import { LOG_IN_ACTIONS } from '@heatfleet/contract/session/log-in-actions.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Sessions of one account that are alive at a moment, the newest use first. */
export const findSessionsOf = (db: Db, uid: number, at: Date) =>
  db
    .selectFrom('sessions')
    .select(['session_id', 'token_hash', 'created_at', 'last_seen_at', 'address', 'user_agent', 'second_factor'])
    .where('uid', '=', uid)
    .where('last_seen_at', '>', new Date(at.getTime() - LIMITS.session_idle_ms))
    .where('created_at', '>', new Date(at.getTime() - LIMITS.session_absolute_ms))
    .orderBy('last_seen_at', 'desc')
    .limit(LIMITS.sessions_listed_max)
    .execute()

/** Which sessions of an account: one by its number, all but one, those opened at the provider; all when empty. */
export type SessionChoice = { session_id?: string; keep?: Buffer; by_provider?: true }

/** Ends sessions of an account; returns the count. */
export const deleteSessionsOf = async (db: Db, uid: number, which: SessionChoice = {}): Promise<number> => {
  let query = db.deleteFrom('sessions').where('uid', '=', uid)
  if (which.session_id !== undefined) query = query.where('session_id', '=', which.session_id)
  if (which.keep !== undefined) query = query.where('token_hash', '<>', which.keep)
  if (which.by_provider === true) query = query.where('by_provider', '=', true)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Log-ins of an account, refused ones too, the newest first: its lines of the audit trail. */
export const findLogInsOf = async (db: Db, uid: number, { pageNo, size }: Paging) => {
  const lines = db.selectFrom('audit_log').where('uid', '=', uid).where('action', 'in', LOG_IN_ACTIONS)
  const [list, counted] = await Promise.all([
    lines
      .select(['at', 'address', 'user_agent', 'result'])
      .orderBy('at', 'desc')
      .orderBy('audit_id', 'desc')
      .limit(size)
      .offset((pageNo - 1) * size)
      .execute(),
    lines.select((from) => from.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { list, total: Number(counted.total) }
}
