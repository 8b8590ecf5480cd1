import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { AppCaller, AppUserCaller } from '../../caller.ts'
import { hashToken } from '../session/public.ts'
import { endOf } from './session-rules.ts'
import { findSession, touchSession } from './store-sessions.ts'

/**
 * The app user of a session token of this app; null when it is invalid or expired. Records that the session was used.
 */
export const findAppUser = async (
  { database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>,
  app: AppCaller,
  token: string,
): Promise<AppUserCaller | null> => {
  // A token has 43 characters; a longer text is not worth hashing.
  if (token === '' || token.length > 256) return null
  const session_hash = hashToken(token)
  const session = await findSession(db, session_hash)
  const now_ms = clock.now()
  if (session === null || session.app_id !== app.app_id) return null
  if (session.disabled || session.erased_at !== null || endOf(session) <= now_ms) return null
  if (now_ms - session.last_seen_at.getTime() >= LIMITS.session_seen_ms)
    await touchSession(db, session_hash, new Date(now_ms))
  return { kind: 'app-user', app_user_id: session.app_user_id, app_id: app.app_id, session_hash }
}
