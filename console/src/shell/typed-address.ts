/** What the router keeps with each entry of the browser's history: its position. */
type EntryState = { idx?: unknown } | null

/** Position of an entry; null for one that the router did not make. */
const positionOf = (state: unknown): number | null => {
  const position = (state as EntryState)?.idx
  return typeof position === 'number' ? position : null
}

/**
 * Numbers history entries made outside of the router: an address typed by hand, or a hash set by a script. Without a
 * position the router cannot go back from such an entry, so it would leave a form with unsaved input without asking
 * (spec 2: hash-based history), and it would go back too far from the entries after it.
 */
export const numberTypedAddresses = (): { moved: () => void } => {
  let current = positionOf(history.state) ?? 0
  const moved = () => {
    current = positionOf(history.state) ?? current
  }
  // In the capture phase: before the router reads the entry, whenever it started listening.
  addEventListener(
    'popstate',
    () => {
      const next = current + 1
      if (positionOf(history.state) === null) history.replaceState({ usr: null, key: `typed-${next}`, idx: next }, '')
      moved()
    },
    { capture: true },
  )
  return { moved }
}
