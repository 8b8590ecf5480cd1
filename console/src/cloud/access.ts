import { api } from '@heatfleet/contract/api.ts'
import { call } from './call.ts'
import { renewSession, tokenOf, useSession } from './session.ts'

/**
 * Asks anew what the account may; where that changed, menu and buttons follow, and it says so. Nothing happens when the
 * calls fail: the next connection asks once more.
 */
export const refreshAccess = async (): Promise<boolean> => {
  const token = tokenOf()
  if (token === null) return false
  const answers = await Promise.all([call(api.ownAccess), call(api.roleMenu)]).catch(() => null)
  const { user, menu } = useSession.getState()
  if (answers === null || user === null || user.token !== token) return false
  const [access, new_menu] = answers
  const is_same = JSON.stringify([{ ...user, ...access }, new_menu]) === JSON.stringify([user, menu])
  if (!is_same) renewSession(access, new_menu)
  return !is_same
}
