import { api } from '@heatfleet/contract/api.ts'
import type { SignedIn } from '@heatfleet/contract/session/session.ts'
import { call, queryClient } from './call.ts'
import { renewSession } from './session.ts'

/** Starts the impersonation of an account: menu, permissions and all data become that account's. */
export const startView = async (uid: number): Promise<void> =>
  become(await call(api.viewAsStart, { params: { id: uid } }))

/** Ends the impersonation. */
export const endView = async (): Promise<void> => become(await call(api.viewAsEnd))

const become = async (who: SignedIn): Promise<void> => {
  const menu = await call(api.roleMenu)
  // The cache holds data of the other account.
  queryClient.clear()
  renewSession(who, menu)
}
