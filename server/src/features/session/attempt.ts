import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { subjectsOf } from './login-rules.ts'
import { isPasswordOf } from './password.ts'
import { findAccountByUid } from './store.ts'
import { forgiveAttempt, isKnownAddress, reserveAttempt } from './store-attempts.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config'>
type Account = NonNullable<Awaited<ReturnType<typeof findAccountByUid>>>

/**
 * Lets somebody who is signed in try a password or a code, with the same brake as at the log-in: a stolen session must
 * not be a place to guess. `judge` refuses what is wrong, and that counts; what it gives when all was right is the answer.
 */
export const tryOnce = async <Right>(
  { database: { db }, clock, config }: Deps,
  caller: { user_name: string },
  address: string,
  judge: () => Promise<Right>,
): Promise<Right> => {
  const at = new Date(clock.now())
  const subjects = subjectsOf(caller.user_name, address)
  const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
  const isKnown = (tx: typeof db) => isKnownAddress(tx, caller.user_name, address, at)
  const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown })
  if (attempt.state !== 'allowed') throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
  const right = await judge()
  await forgiveAttempt(db, subjects, at)
  return right
}

/** The own account, whose password this must be; refuses with `code` at the field it was typed into. */
export const readWithPassword = async (
  { database: { db } }: Deps,
  uid: number,
  password: string,
  wrong: { code: ErrorCode; field: string },
): Promise<Account> => {
  const account = await findAccountByUid(db, uid)
  if (account === undefined || !(await isPasswordOf(account.password_hash, password)))
    throw new Refusal(wrong.code, { field: wrong.field })
  return account
}
