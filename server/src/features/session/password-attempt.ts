import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { subjectsOf } from './login-rules.ts'
import { isPasswordOf } from './password.ts'
import { findAccountByUid } from './store.ts'
import { forgiveAttempt, isKnownAddress, reserveAttempt } from './store-attempts.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config'>
type Account = NonNullable<Awaited<ReturnType<typeof findAccountByUid>>>

/**
 * Verifies a password or a code of a signed-in caller under the same limit of attempts as the log-in, so that a stolen
 * session cannot be used to guess. `verify` refuses a wrong one, which counts as a failure; its result is returned.
 */
export const withAttemptLimit = async <Result>(
  { database: { db }, clock, config }: Deps,
  caller: { user_name: string },
  address: string,
  verify: () => Promise<Result>,
): Promise<Result> => {
  const at = new Date(clock.now())
  const subjects = subjectsOf(caller.user_name, address)
  const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
  const isKnown = (tx: typeof db) => isKnownAddress(tx, caller.user_name, address, at)
  const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown })
  if (attempt.state !== 'allowed') throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
  const result = await verify()
  await forgiveAttempt(db, subjects, at)
  return result
}

/** Reads the caller's account and checks its password; a wrong one is refused with `wrong.code` at `wrong.field`. */
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
