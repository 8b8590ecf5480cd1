import { api } from '@heatfleet/contract/api.ts'
import type { SignedIn } from '@heatfleet/contract/session/session.ts'
import { call, queryClient } from './call.ts'
import { renewSession } from './session.ts'

/** Starts the impersonation of an account: menu, permissions and all data become that account's. */
export const startImpersonation = async (uid: number): Promise<void> =>
  switchAccount(await call(api.viewAsStart, { params: { id: uid } }))

/** Ends the impersonation. */
export const endImpersonation = async (): Promise<void> => switchAccount(await call(api.viewAsEnd))

const switchAccount = async (signed_in: SignedIn): Promise<void> => {
  const menu = await call(api.roleMenu)
  // The cache holds data of the other account.
  queryClient.clear()
  renewSession(signed_in, menu)
}
