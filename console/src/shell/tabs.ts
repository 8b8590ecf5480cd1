import { DEVICE_LIST } from './home.ts'

/** An open tab (spec 3: label, path, name), and the last query of its screen. */
export type Tab = {
  label: string
  path: string
  name: string
  search: string
  /** Number or key of the object on a detail screen. */
  key?: string | undefined
  /** The screen labelled it: that label is kept when the language changes. */
  is_labelled?: boolean
  /** What it shows does not exist (any more): it closes when another screen is shown. */
  is_gone?: boolean
}

/** Spec 2: the tab that is always open. Its label is a message key of the shell. */
export const PINNED: Tab = { label: 'device-list', path: DEVICE_LIST, name: 'device-list', search: '' }

/** Initial label of a tab until its screen sets one: the noun, and the number or key on detail screens. */
export const nameTab = (noun: string, key: string | undefined): string => (key === undefined ? noun : `${noun} ${key}`)

/** Adds a tab unless its path, or one with the same label, is open already; closes those that show nothing. */
export const openTab = (all: readonly Tab[], tab: Tab): Tab[] => {
  const tabs = all.filter(({ is_gone, path }) => is_gone !== true || path === tab.path)
  const same = tabs.find((open) => open.path === tab.path) ?? tabs.find((open) => open.label === tab.label)
  if (same === undefined) return [...tabs, tab]
  return tabs.map((open) => (open === same ? { ...open, path: tab.path, search: tab.search } : open))
}

/** The query a screen was left with, for the tab of its path. */
export const withSearch = (tabs: readonly Tab[], path: string, search: string): Tab[] =>
  tabs.map((tab) => (tab.path === path && tab.search !== search ? { ...tab, search } : tab))

/** Closes a tab and returns its neighbour, to be shown instead. The pinned tab stays. */
export const closeTab = (tabs: readonly Tab[], path: string): { tabs: Tab[]; next: Tab } => {
  const at = tabs.findIndex((tab) => tab.path === path)
  if (at <= 0) return { tabs: [...tabs], next: tabs[0] ?? PINNED }
  const left = tabs.filter((_, index) => index !== at)
  return { tabs: left, next: left[Math.min(at, left.length - 1)] ?? PINNED }
}

/** Closes all tabs but one; the pinned tab stays. */
export const closeOthers = (tabs: readonly Tab[], path: string): Tab[] =>
  tabs.filter((tab, index) => index === 0 || tab.path === path)

/** Marks the tab of something that does not exist. */
export const markGone = (tabs: readonly Tab[], path: string): Tab[] =>
  tabs.map((tab, index) => (index > 0 && tab.path === path ? { ...tab, is_gone: true } : tab))

/** Two devices may have the same name: the second tab's label gets the end of its path. */
export const renameTab = (tabs: readonly Tab[], path: string, label: string): Tab[] => {
  const is_taken = tabs.some((tab) => tab.path !== path && tab.label === label)
  const unique_label = is_taken ? `${label} · ${path.slice(-4)}` : label
  return tabs.map((tab) =>
    tab.path === path && (tab.label !== unique_label || tab.is_gone === true)
      ? { ...tab, label: unique_label, is_labelled: true, is_gone: false }
      : tab,
  )
}
