/** A row of a tree: level from 1, and whether it is expanded (undefined = a leaf). */
type TreeRowLevel = { level: number; open: boolean | undefined }

/** Effect of a key in a tree: focus another row, or fold or expand the focused one. */
type TreeMove = { go: number } | { fold: number; open: boolean }

/** Arrow keys, Home and End following the ARIA tree pattern; null for other keys. */
export const treeMove = (rows: readonly TreeRowLevel[], at: number, key: string): TreeMove | null => {
  const row = rows[at]
  const last = rows.length - 1
  const go = (to: number) => (to < 0 || to > last || to === at ? null : { go: to })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'PageDown':
      return go(Math.min(last, at + PAGE_LINES))
    case 'PageUp':
      return go(Math.max(0, at - PAGE_LINES))
    case 'Home':
      return go(0)
    case 'End':
      return go(last)
    case 'ArrowRight':
      if (row?.open === undefined) return null
      return row.open ? go(at + 1) : { fold: at, open: true }
    case 'ArrowLeft':
      return row?.open ? { fold: at, open: false } : go(parentOf(rows, at))
    default:
      return null
  }
}

const PAGE_LINES = 10

/** The nearest row above with a higher level; -1 at the top. */
const parentOf = (rows: readonly TreeRowLevel[], at: number): number => {
  const level = rows[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 0) < level) return above
  return -1
}

/**
 * Type-ahead: the next row whose title begins with the typed text, from the focused one on, wrapping around; -1 = none.
 */
export const typeAheadRow = (titles: readonly string[], at: number, typed: string): number => {
  const search_text = typed.toLocaleLowerCase()
  // A first letter moves on, further letters may stay.
  const from = typed.length === 1 ? at + 1 : at
  for (let step = 0; step < titles.length; step += 1) {
    const index = (from + step) % titles.length
    if (titles[index]?.toLocaleLowerCase().startsWith(search_text)) return index
  }
  return -1
}
