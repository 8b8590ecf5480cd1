import { createHmac } from 'node:crypto'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/**
 * Minutes (rounded up) for which a subject stays locked, 0 = open. `failed_ms` are its newest failures, newest first;
 * locked after `max` of them within the window, for one window from the last. Attempts while locked are not counted, so
 * they do not prolong the lock.
 */
export const lockedMinutes = (failed_ms: readonly number[], now_ms: number, max: number): number => {
  const newest = failed_ms[0]
  const oldest = failed_ms[max - 1]
  if (newest === undefined || oldest === undefined || newest - oldest > LIMITS.login_window_ms) return 0
  const left_ms = newest + LIMITS.login_window_ms - now_ms
  return left_ms <= 0 ? 0 : Math.ceil(left_ms / 60_000)
}

/**
 * Pseudonym that counts attempts for an unknown user name: people type passwords into the wrong field, and no table may
 * hold one. A keyed hash: equal names give equal pseudonyms, useless without the installation's key.
 */
export const pseudonymOf = (secret_key: Buffer, user_name: string): string =>
  `?${createHmac('sha256', secret_key).update(user_name.trim().toLowerCase()).digest('hex')}`

/** The counters of one attempt. Names are counted whether such an account exists or not ({@link pseudonymOf}): the answer does not reveal which. */
export const subjectsOf = (user_name: string, address: string) => ({
  /** One account from one address: locks out the guessing address, not the owner. */
  pair: `account:${user_name}|${address}`,
  /** One account from everywhere. */
  account: `account:${user_name}`,
  /** One address at any account. */
  address: `address:${address}`,
})
export type Subjects = ReturnType<typeof subjectsOf>

/** True while a session may be used: neither idle too long nor too old. */
const isAlive = (session: { created_at: Date; last_seen_at: Date }, now_ms: number): boolean =>
  now_ms - session.last_seen_at.getTime() < LIMITS.session_idle_ms &&
  now_ms - session.created_at.getTime() < LIMITS.session_absolute_ms

type AccountState = { disabled: boolean; agent_disabled: boolean; valid_until: Date | null }

/** True while an account may do anything: neither disabled (itself, or a distributor above it) nor expired. */
export const isInForce = (account: AccountState, now_ms: number): boolean =>
  !account.disabled &&
  !account.agent_disabled &&
  (account.valid_until === null || account.valid_until.getTime() > now_ms)

/** True while a session may be used by its account. */
export const isUsable = (session: AccountState & { created_at: Date; last_seen_at: Date }, now_ms: number): boolean =>
  isAlive(session, now_ms) && isInForce(session, now_ms)
