import { API_TOKEN_PREFIX } from '@heatfleet/contract/api-tokens/api-tokens.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { JobOwner } from '../../platform/job-owner.ts'
import { toImpersonatedCaller } from './impersonation.ts'
import { isInForce, isUsable } from './login-rules.ts'
import {
  findApiToken,
  findApiTokenById,
  findCallerRow,
  findSession,
  listSessions,
  touchApiToken,
  touchSession,
} from './store.ts'
import { toCaller, toTokenCaller } from './to-caller.ts'
import { hashToken } from './token.ts'

export { toImpersonatedCaller } from './impersonation.ts'
export { isInForce, pseudonymOf } from './login-rules.ts'
export { openSession } from './open-session.ts'
export { assertPassword, isPasswordOf } from './password.ts'
export { endSessions, listLogIns, listSessionsOf } from './sessions-of.ts'
export { readSignedIn } from './signed-in.ts'
export { findAccountByUid, listAccountsNamed, updateImpersonation } from './store.ts'
export {
  countRequest,
  forgiveAttempt,
  isLocked,
  reserveAttempt,
  sweepAttempts,
  unlockAccount,
} from './store-attempts.ts'
export { readProfile, updatePreferences } from './store-profile.ts'
export { deleteSessionsOf } from './store-sessions.ts'
export { hashToken, makeToken } from './token.ts'
export { browserOf } from './user-agent.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** Finds the caller of a token and records its use; null = the token is unknown, expired or revoked. */
export const createFindCaller =
  ({ database, clock }: Deps) =>
  async (token: string, address: string): Promise<Caller | null> => {
    if (token === '' || token.length > LIMITS.token_max) return null
    if (token.startsWith(API_TOKEN_PREFIX)) return findProgram({ database, clock }, token, address)
    const row = await findSession(database, hashToken(token))
    const now_ms = clock.now()
    if (row === undefined || !isUsable(row, now_ms)) return null
    // Also for a last use in the future, after the clock was set back: it must not prolong the session.
    if (Math.abs(now_ms - row.last_seen_at.getTime()) >= LIMITS.session_seen_ms)
      await touchSession(database.db, row.token_hash, new Date(now_ms))
    const caller = toCaller(row, row.token_hash, row)
    return row.view_as_uid === null ? caller : toImpersonatedCaller({ database, clock }, caller, row.view_as_uid)
  }

/** Session hash of callers without a session; matches no issued token. */
const NO_SESSION = Buffer.alloc(32)

/** The caller of an account, for jobs that outlive the requesting session; null = the account is not in force. */
export const findCallerOfAccount = async ({ database, clock }: Deps, uid: number): Promise<Caller | null> => {
  const row = await findCallerRow(database.db, uid)
  return row === undefined || !isInForce(row, clock.now()) ? null : toCaller(row, NO_SESSION)
}

/** The caller of a background job's owner; for an API token null once the token is revoked or expired. */
export const findCallerOfJobOwner = async (deps: Deps, { uid, api_token_id }: JobOwner): Promise<Caller | null> => {
  if (api_token_id === null) return findCallerOfAccount(deps, uid)
  const now_ms = deps.clock.now()
  const row = await findApiTokenById(deps.database.db, api_token_id, new Date(now_ms))
  return row === undefined || row.uid !== uid || !isInForce(row, now_ms) ? null : toTokenCaller(row)
}

const findProgram = async ({ database, clock }: Deps, token: string, address: string): Promise<Caller | null> => {
  const now_ms = clock.now()
  const row = await findApiToken(database.db, hashToken(token), new Date(now_ms))
  if (row === undefined || !isInForce(row, now_ms)) return null
  if (now_ms - (row.last_used_at?.getTime() ?? 0) >= LIMITS.session_seen_ms)
    await touchApiToken(database.db, row.api_token_id, new Date(now_ms), address)
  return toTokenCaller(row)
}

/** Callers of those sessions that are still alive, by hex of the hash; one query, which does not count as activity. */
export const listCallers = async (
  { database, clock }: Deps,
  session_hashes: readonly Buffer[],
): Promise<Map<string, Caller>> => {
  if (session_hashes.length === 0) return new Map()
  const now_ms = clock.now()
  const rows = (await listSessions(database, session_hashes)).filter((row) => isUsable(row, now_ms))
  const callers = await Promise.all(
    rows.map(async (row) => {
      const caller = toCaller(row, row.token_hash, row)
      return row.view_as_uid === null ? caller : toImpersonatedCaller({ database, clock }, caller, row.view_as_uid)
    }),
  )
  return new Map(
    callers.flatMap((caller) => (caller === null ? [] : [[caller.session_hash.toString('hex'), caller] as const])),
  )
}

/** Notes activity over the socket. */
export const noteActivity = ({ database, clock }: Deps, session_hash: Buffer): Promise<void> =>
  touchSession(database.db, session_hash, new Date(clock.now()))
