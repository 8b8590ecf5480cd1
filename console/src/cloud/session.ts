import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { create } from 'zustand'
import { clearSession, readSession, type SessionStorage, writeSession } from './session-storage.ts'

/** Why the last session ended; the log-in screen tells it. */
export type SessionEnd = 'expired' | 'idle' | 'signed-off' | 'one_more_step'

type SessionState = {
  /** Who is signed in, with token, uid and permissions; null when nobody is. */
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

/** Starts a session: after log-in, once the menu is known. */
export const startSession = (user: UserInfo, menu: MenuEntry[]): void => {
  writeSession(storage, { user, menu })
  useSession.setState({ user, menu, ended: null })
}

/** What the account is or may changed: the session goes on with it; without a menu the one it has stays. */
export const renewSession = (change: Partial<UserInfo>, menu = useSession.getState().menu): void => {
  const { user } = useSession.getState()
  if (user === null) return
  const renewed = { ...user, ...change }
  writeSession(storage, { user: renewed, menu })
  useSession.setState({ user: renewed, menu })
}

/** The one place where a session ends, whatever the reason. Harmless when none is running. */
export const endSession = (ended: SessionEnd): void => {
  if (useSession.getState().user === null) return
  clearSession(storage)
  useSession.setState({ user: null, menu: [], ended })
}

/** The token of the session, for the header and the socket. */
export const tokenOf = (): string | null => useSession.getState().user?.token ?? null

/** Whether the signed-in account holds a right (null = none is needed); for drawing only, the server decides. */
export const usePermission = (permission: Permission | null): boolean =>
  useSession((session) => permission === null || (session.user?.permissions.includes(permission) ?? false))

/** Follows log-in and log-off in another tab of this browser. */
export const followOtherTabs = (): void => {
  addEventListener('storage', (event) => {
    if (event.key !== 'UserInfo') return
    const other = readSession(storage)
    if (other === null) endSession('signed-off')
    else if (other.user.token !== tokenOf()) useSession.setState({ ...other, ended: null })
  })
}
