import { FIRST_RUN_PATH } from '@heatfleet/contract/menu-center.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'

/** Path of the log-in screen (spec 2). */
export const LOGIN = '/login'
/** Path of the screen to which the single sign-on provider sends the browser back. */
export const SIGN_ON = '/sso'
/** Path of the big screen behind a kiosk link, which carries its own key. */
export const KIOSK = '/kiosk'
/** Path of the screen that signs out (spec 2). */
export const LOGOUT = '/logout'
/** Spec 2: the tab that is open at first, and where every unknown path leads. */
export const DEVICE_LIST = '/device/device-list'

/** All entries of a menu, parents before their children. */
export const entriesOf = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...entriesOf(entry.children)])

/** The home screen: the first steps of a new installation, else the chosen one, else the device list, else the account's first screen; null = none. */
export const homeOf = (menu: readonly MenuEntry[], chosen = ''): string | null => {
  const screens = entriesOf(menu).filter((entry) => entry.children.length === 0 && !entry.hidden)
  const screenAt = (path: string) => screens.find((entry) => entry.path === path)
  return (screenAt(FIRST_RUN_PATH) ?? screenAt(chosen) ?? screenAt(DEVICE_LIST) ?? screens[0])?.path ?? null
}
