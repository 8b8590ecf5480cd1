import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { create } from 'zustand'
import { useSession } from '../cloud/session.ts'
import { closeOthers, closeTab, openTab, PINNED, renameTab, type Tab } from './tabs.ts'

type ShellState = {
  /** The menu shows signs only; true at first (spec 3). */
  isCollapse: boolean
  /** The chosen menu entry; null for device management, whose screen is the pinned tab (spec 2). */
  currentMenu: MenuEntry | null
  tabsList: Tab[]
  /** Counts the refreshes of each open path: a new count draws its screen anew. */
  refreshes: Readonly<Record<string, number>>
}

const FRESH: ShellState = { isCollapse: true, currentMenu: null, tabsList: [PINNED], refreshes: {} }

/** What the shell remembers while the page is open (spec 3, client session state). */
export const useShell = create<ShellState>(() => FRESH)

const { setState: set, getState: get } = useShell

/** Folds the menu in or out. */
export const toggleCollapse = (): void => set(({ isCollapse }) => ({ isCollapse: !isCollapse }))

/** Spec 2: the entry labelled device management clears the current entry, any other becomes it. */
export const selectMenu = (entry: MenuEntry): void => set({ currentMenu: entry.name === 'device' ? null : entry })

/** The screen now shown has its tab. */
export const showTab = (tab: Tab): void => set(({ tabsList }) => ({ tabsList: openTab(tabsList, tab) }))

/** Names the tab of a path, e.g. by its device. */
export const labelTab = (path: string, label: string): void =>
  set(({ tabsList }) => ({ tabsList: renameTab(tabsList, path, label) }))

/** Closes a tab; gives the one to show instead. */
export const dropTab = (path: string): Tab => {
  const { tabs, next } = closeTab(get().tabsList, path)
  set({ tabsList: tabs })
  return next
}

/** Closes all other tabs. */
export const dropOthers = (path: string): void => set(({ tabsList }) => ({ tabsList: closeOthers(tabsList, path) }))

/** Draws the screen of a path anew. */
export const refreshTab = (path: string): void =>
  set(({ refreshes }) => ({ refreshes: { ...refreshes, [path]: (refreshes[path] ?? 0) + 1 } }))

// The next person starts with a clean desk.
useSession.subscribe((session) => {
  if (session.user === null) set(FRESH)
})
