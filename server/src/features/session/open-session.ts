import { Refusal } from '@heatfleet/contract/errors.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import type { AppContext } from '../../app-context.ts'
import { userInfoOf } from './log-in.ts'
import { type findAccountByUid, insertSession } from './store.ts'
import { hashToken, makeToken } from './token.ts'

/**
 * Opens a session for an account whose person the provider vouches for. Password and second factor of the account itself
 * are not asked for, so neither a change of the password nor an enrolment is due.
 */
export const openSession = async (
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  account: NonNullable<Awaited<ReturnType<typeof findAccountByUid>>>,
  by: { at: Date; address: string; user_agent: string; second_factor: boolean },
): Promise<UserInfo> => {
  const token = makeToken()
  const session = { ...by, uid: account.uid, token_hash: hashToken(token), by_provider: true }
  if (!(await insertSession(database.db, session))) throw new Refusal('account_disabled')
  return { ...userInfoOf(account, token, config), must_change_password: false, must_enrol_second_factor: false }
}
