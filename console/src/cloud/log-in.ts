import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import type { UserInfo } from '@heatfleet/contract/session.ts'
import { call } from './call.ts'
import { endSession, type SessionEnd, startSession } from './session.ts'

/** A client that speaks with a token that is not yet the session's. */
const clientOf = (user: UserInfo) => createClient({ base_url: '', token: () => user.token })

/** Account and password -> who it is. No session yet: an initial password must be changed first. */
export const logIn = (user_name: string, password: string): Promise<UserInfo> =>
  call(api.login, { body: { user_name, password } })

/** Replaces an initial password before the session starts. */
export const replaceInitialPassword = async (
  user: UserInfo,
  old_password: string,
  new_password: string,
): Promise<void> => {
  await clientOf(user)(api.modifyPassword, { body: { old_password, new_password } })
}

/** Fetches the menu and starts the session: from here on the console is open. */
export const openSession = async (user: UserInfo): Promise<void> => {
  const menu = await clientOf(user)(api.roleMenu)
  startSession({ ...user, must_change_password: false }, menu)
}

/** Ends the session here at once and tells the server; what the server says never keeps anybody signed in. */
export const logOff = (reason: SessionEnd): void => {
  void call(api.logoff).catch(() => {
    // The token dies by itself after two idle hours.
  })
  endSession(reason)
}
