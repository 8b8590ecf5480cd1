import { Refusal } from '@heatfleet/contract/errors.ts'
import type { SignedIn } from '@heatfleet/contract/session.ts'
import type { Caller } from '../../caller.ts'
import type { World } from '../../world.ts'
import { findAccountByUid } from './store.ts'

/** Who this caller is, as the console is told at the log-in and whenever it may have changed. */
export const readSignedIn = async (
  { database, config }: Pick<World, 'database' | 'config'>,
  caller: Caller,
): Promise<SignedIn> => {
  const account = await findAccountByUid(database.db, caller.uid)
  if (account === undefined) throw new Refusal('invalid_token')
  return {
    uid: account.uid,
    user_name: account.user_name,
    nick_name: account.nick_name,
    role_name: account.role_name,
    permissions: [...caller.permissions],
    agent_id: account.agent_id,
    agent_name: account.agent_name,
    // Not the viewer's to change.
    must_change_password: caller.viewer === null && account.must_change_password,
    password_min: config.HEATFLEET_PASSWORD_MIN,
    viewer_name: caller.viewer?.user_name ?? null,
  }
}
