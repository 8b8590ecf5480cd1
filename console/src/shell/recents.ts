import type { Tab } from './tabs.ts'

/** Screens opened last: enough to go back to, and few enough to be read. */
export const RECENTS_MAX = 10

/** A screen that was opened: its menu name and address; `label` where it named itself, as a unit does. */
export type Recent = Pick<Tab, 'path' | 'name'> & { label?: string; key?: string }

/** In local storage by account, until it signs out: the names of units are nobody else's business. */
const keyOf = (uid: number): string => `recents:${uid}`

/** The list with a screen first. Forms of what does not exist yet are not come back to. */
export const withRecent = (recents: readonly Recent[], { path, name, key }: Tab): Recent[] => {
  if (key === 'new') return [...recents]
  const known = recents.find((recent) => recent.path === path)
  const opened = known ?? { path, name, ...(key === undefined ? {} : { key }) }
  return [opened, ...recents.filter((recent) => recent !== known)].slice(0, RECENTS_MAX)
}

/** The list with the name that a screen gave itself. */
export const withLabel = (recents: readonly Recent[], path: string, label: string): Recent[] =>
  recents.map((recent) => (recent.path === path ? { ...recent, label } : recent))

/** The list without a screen that has nothing to show. */
export const withoutRecent = (recents: readonly Recent[], path: string): Recent[] =>
  recents.filter((recent) => recent.path !== path)

const isRecent = (entry: unknown): entry is Recent =>
  typeof Reflect.get(Object(entry), 'path') === 'string' && typeof Reflect.get(Object(entry), 'name') === 'string'

/** The screens an account opened last in this browser, the newest first. */
export const readRecents = (uid: number): Recent[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(uid)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    // Not JSON: nothing is known.
    return []
  }
}

/** Changes the list of an account. */
export const changeRecents = (uid: number, change: (recents: readonly Recent[]) => Recent[]): void =>
  localStorage.setItem(keyOf(uid), JSON.stringify(change(readRecents(uid))))

export const clearRecents = (uid: number): void => localStorage.removeItem(keyOf(uid))
