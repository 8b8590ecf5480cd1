import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { DEVICE_LIST, homeOf, KIOSK, LOGIN, SIGN_ON } from './home.ts'

type Visit = {
  signed_in: boolean
  menu: readonly MenuEntry[]
  /** The account's home screen; empty = the device list. */
  home: string
  /** Path and query inside the hash. */
  path: string
  query: string
  /** Why the last session ended, for the log-in screen. */
  ended: string | null
}

/** `from` of the log-in address, only if it leads inside the console. */
const returnPath = (query: string): string | null => {
  const from = new URLSearchParams(query).get('from')
  return from?.startsWith('/') && !from.startsWith('//') && !from.startsWith(LOGIN) ? from : null
}

/**
 * The redirects of spec 2: without a token every path but log-in redirects to log-in (and back after it); with one,
 * log-in redirects to the device list. Null = no redirect. Unknown paths have their own route.
 */
export const redirectOf = ({ signed_in, menu, home, path, query, ended }: Visit): string | null => {
  // One signs in, or links the signed-in account; the other needs nobody to be signed in.
  if (path === SIGN_ON || path === KIOSK) return null
  if (signed_in) return path === LOGIN ? (returnPath(query) ?? homeOf(menu, home) ?? '/') : null
  if (path === LOGIN) return null
  const from = `${path}${query}`
  const query_params = new URLSearchParams()
  // After signing out on purpose the next session starts at home; otherwise it returns to the same screen.
  if (ended === 'signed-off') return LOGIN
  if (from !== '/' && from !== DEVICE_LIST) query_params.set('from', from)
  if (ended !== null) query_params.set('reason', ended)
  return query_params.size === 0 ? LOGIN : `${LOGIN}?${query_params.toString()}`
}
