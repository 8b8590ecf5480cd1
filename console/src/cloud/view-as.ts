import { api } from '@heatfleet/contract/api.ts'
import type { SignedIn } from '@heatfleet/contract/session/session.ts'
import { call, queryClient } from './call.ts'
import { renewSession } from './session.ts'

/** Looks through the eyes of another account from now on: menu, rights and everything read become that account's. */
export const startView = async (uid: number): Promise<void> =>
  become(await call(api.viewAsStart, { params: { id: uid } }))

/** Ends the view: the console is its owner's again. */
export const endView = async (): Promise<void> => become(await call(api.viewAsEnd))

const become = async (who: SignedIn): Promise<void> => {
  const menu = await call(api.roleMenu)
  // What was read by other eyes is nobody's any more.
  queryClient.clear()
  renewSession(who, menu)
}
