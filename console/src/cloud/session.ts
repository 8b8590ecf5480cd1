import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { create } from 'zustand'
import {
  clearSession,
  type DevInfo,
  readDevInfo,
  readSession,
  type SessionStorage,
  writeDevInfo,
  writeSession,
} from './session-storage.ts'

/** Why the last session ended; shown on the log-in screen. */
export type SessionEnd = 'expired' | 'idle' | 'signed-off' | 'one_more_step'

type SessionState = {
  /** The signed-in account with token, uid and permissions. */
  user: UserInfo | null
  menu: MenuEntry[]
  ended: SessionEnd | null
}

const storage: SessionStorage = {
  local: localStorage,
  cookies: {
    read: () => document.cookie,
    write: (cookie) => {
      // The specification keeps the token in a cookie.
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser we support
      document.cookie = location.protocol === 'https:' ? `${cookie}; Secure` : cookie
    },
  },
}

const saved = readSession(storage)

/** The session: read it with a selector, e.g. `useSession((session) => session.user)`. */
export const useSession = create<SessionState>(() => ({
  user: saved?.user ?? null,
  menu: saved?.menu ?? [],
  ended: null,
}))

/** The token whose menu was fetched since this page was opened. */
let menu_token: string | null = null

/** Whether the menu of this session came from the server, not from the storage of an earlier page. */
export const isMenuFresh = (token: string): boolean => menu_token === token

export const startSession = (user: UserInfo, menu: MenuEntry[]): void => {
  menu_token = user.token
  writeSession(storage, { user, menu })
  useSession.setState({ user, menu, ended: null })
}

/** Updates the account of the running session; without a menu the current one stays. */
export const renewSession = (change: Partial<UserInfo>, menu = useSession.getState().menu): void => {
  const { user } = useSession.getState()
  if (user === null) return
  const renewed = { ...user, ...change }
  writeSession(storage, { user: renewed, menu })
  useSession.setState({ user: renewed, menu })
}

/** The only place that ends a session. No effect when none is running. */
export const endSession = (ended: SessionEnd): void => {
  if (useSession.getState().user === null) return
  clearSession(storage)
  useSession.setState({ user: null, menu: [], ended })
}

/** Keeps the unit whose page is open in the storage of this browser (spec 3). */
export const keepDevice = (unit: DevInfo): void => {
  if (useSession.getState().user !== null) writeDevInfo(storage, unit)
}

/** The unit that this account looked at last in this browser, on its own page or in the history; null = none since it signed in. */
export const keptDevice = (): DevInfo | null => readDevInfo(storage)

/** The key of a link whose page is open; it comes before the session of the same browser. */
let link_key: string | null = null
export const followLink = (key: string | null): void => {
  link_key = key
}
export const followsLink = (): boolean => link_key !== null

export const tokenOf = (): string | null => link_key ?? useSession.getState().user?.token ?? null

/**
 * Whether the signed-in account holds a permission (null = none is needed); for display only, the server enforces it.
 */
export const usePermission = (permission: Permission | null): boolean =>
  useSession((session) => permission === null || (session.user?.permissions.includes(permission) ?? false))

/** Follows log-in and log-out in another tab of this browser. */
export const followOtherTabs = (): void => {
  addEventListener('storage', (event) => {
    if (event.key !== 'UserInfo') return
    const other = readSession(storage)
    if (other === null) endSession('signed-off')
    else if (other.user.token !== tokenOf()) useSession.setState({ ...other, ended: null })
  })
}
