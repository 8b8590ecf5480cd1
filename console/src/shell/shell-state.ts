import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { create } from 'zustand'
import { useSession } from '../cloud/session.ts'
import type { Recent } from './recents.ts'
import { closeOthers, closeTab, markGone, openTab, PINNED, renameTab, type Tab, withSearch } from './tabs.ts'

type ShellState = {
  /** The menu shows icons only; true initially (spec 3). */
  isCollapse: boolean
  /** The menu as a drawer, on phones. */
  isMenuOpen: boolean
  /** The command palette, the sheet of keys, or neither. */
  palette: 'search' | 'keys' | null
  /** The selected menu entry; null for device management, whose screen is the pinned tab (spec 2). */
  currentMenu: MenuEntry | null
  tabsList: Tab[]
  /** Refresh count of each open path: a new count remounts its screen. */
  refreshes: Readonly<Record<string, number>>
}

const INITIAL: ShellState = {
  isCollapse: true,
  isMenuOpen: false,
  palette: null,
  currentMenu: null,
  tabsList: [PINNED],
  refreshes: {},
}

/** State of the shell while the page is open (spec 3, client session state). */
export const useShell = create<ShellState>(() => INITIAL)

const { setState: set, getState: get } = useShell

export const toggleCollapse = (): void => set(({ isCollapse }) => ({ isCollapse: !isCollapse }))

/** Opens the command palette or the sheet of keys, or closes both. */
export const openPalette = (palette: ShellState['palette']): void => set({ palette })

/** Opens or closes the drawer of the menu. */
export const openMenu = (isMenuOpen: boolean): void => set({ isMenuOpen })

/** Spec 2: the entry labelled device management clears the current entry, any other sets it. */
export const selectMenu = (entry: MenuEntry): void => set({ currentMenu: entry.name === 'device' ? null : entry })

/** Opens or updates the tab of the current screen. */
export const showTab = (tab: Tab): void => {
  set(({ tabsList }) => ({ tabsList: openTab(tabsList, tab) }))
  record(({ withRecent }, recents) => withRecent(recents, tab))
}

type Recents = typeof import('./recents.ts')

/** Notes what was opened last, by code that loads after the first screen. Nothing is noted while nobody is signed in. */
const record = (change: (rules: Recents, recents: readonly Recent[]) => Recent[]): void => {
  const uid = useSession.getState().user?.uid
  if (uid === undefined) return
  void import('./recents.ts').then((rules) => {
    // Whoever signed out meanwhile leaves nothing behind.
    if (useSession.getState().user?.uid === uid) rules.changeRecents(uid, (recents) => change(rules, recents))
  })
}

/** Keeps the query of an open tab's screen. */
export const keepSearch = (path: string, search: string): void =>
  set(({ tabsList }) => ({ tabsList: withSearch(tabsList, path, search) }))

/** Sets the label of a tab, e.g. to the device's name. */
export const labelTab = (path: string, label: string): void => {
  set(({ tabsList }) => ({ tabsList: renameTab(tabsList, path, label) }))
  record(({ withLabel }, recents) => withLabel(recents, path, label))
}

/** Says that the screen of a path found nothing to show. */
export const abandonTab = (path: string): void => {
  set(({ tabsList }) => ({ tabsList: markGone(tabsList, path) }))
  record(({ withoutRecent }, recents) => withoutRecent(recents, path))
}

/** Closes a tab; returns the tab to show instead. */
export const dropTab = (path: string): Tab => {
  const { tabs, next } = closeTab(get().tabsList, path)
  set({ tabsList: tabs })
  return next
}

export const dropOthers = (path: string): void => set(({ tabsList }) => ({ tabsList: closeOthers(tabsList, path) }))

/** Remounts the screen of a path. */
export const refreshTab = (path: string): void =>
  set(({ refreshes }) => ({ refreshes: { ...refreshes, [path]: (refreshes[path] ?? 0) + 1 } }))

// A new session starts with the initial state.
useSession.subscribe((session, before) => {
  if (session.user !== null) return
  set(INITIAL)
  const uid = before.user?.uid
  if (uid !== undefined) void import('./recents.ts').then(({ clearRecents }) => clearRecents(uid))
})
