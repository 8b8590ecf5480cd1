import { useState } from 'react'
import type { Entry } from './entry.ts'
import { bestOf, rankOf } from './match.ts'
import { type FoundEntries, useFoundEntries } from './use-found-entries.ts'
import { type LocalEntry, useActionEntries, usePageEntries, useRecentEntries } from './use-local-entries.ts'

/** Entries of a kind that a search shows, as the server limits its own. */
const LISTED_MAX = 5

/**
 * What the palette shows: for no text the screens opened last and all actions, for a text what matches it. What leads to one address
 * is listed once.
 */
export const useEntries = (query: string): FoundEntries => {
  const recents = useRecentEntries()
  // As they were when it opened: an action that opens a screen would reorder them below the pointer.
  const [at_first] = useState(recents)
  const pages = usePageEntries()
  const actions = useActionEntries()
  const found = useFoundEntries(query)
  const matching = (all: readonly LocalEntry[]) =>
    bestOf(all, ({ title, others }) => rankOf(query, title, others), LISTED_MAX)
  const local =
    query === '' ? [...at_first, ...actions] : [...matching(at_first), ...matching(pages), ...matching(actions)]
  return { ...found, entries: withoutRepeats(sortedByGroup([...local, ...found.entries])) }
}

/** The recent ones and the pages first, actions last: as they are drawn. */
const sortedByGroup = (entries: Entry[]): Entry[] => [
  ...entries.filter(({ group }) => group !== 'actions'),
  ...entries.filter(({ group }) => group === 'actions'),
]

const withoutRepeats = (entries: Entry[]): Entry[] => {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    if (!('to' in entry)) return true
    if (seen.has(entry.to)) return false
    seen.add(entry.to)
    return true
  })
}
