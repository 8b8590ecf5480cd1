import { Refusal } from '@heatfleet/contract/errors.ts'
import type { SignedIn } from '@heatfleet/contract/session/session.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { userInfoOf } from './log-in.ts'
import { findAccountByUid } from './store.ts'

/** The signed-in user, as the console receives it at the log-in and when an impersonation starts or ends. */
export const readSignedIn = async (
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  caller: Caller,
): Promise<SignedIn> => {
  const account = await findAccountByUid(database.db, caller.uid)
  if (account === undefined) throw new Refusal('invalid_token')
  const { token: _, ...info } = userInfoOf(account, '', config)
  if (caller.viewer === null)
    return {
      ...info,
      must_change_password: caller.must === 'change_password',
      must_enrol_second_factor: caller.must === 'enrol_second_factor',
    }
  return {
    ...info,
    permissions: [...caller.permissions],
    // Duties of the account's owner, not of the viewer.
    must_change_password: false,
    must_enrol_second_factor: false,
    viewer_name: caller.viewer.user_name,
  }
}
