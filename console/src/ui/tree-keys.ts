/** What the keys of a tree need of a line: its level from 1, and whether it is unfolded (undefined = a leaf). */
type Line = { level: number; open: boolean | undefined }

/** What a key does in a tree: another line is in hand, or the one in hand is folded. */
export type TreeMove = { go: number } | { fold: number; open: boolean }

/** Arrow keys, Home and End as the ARIA tree pattern says; null for a key that means nothing here. */
export const treeMove = (lines: readonly Line[], at: number, key: string): TreeMove | null => {
  const line = lines[at]
  const last = lines.length - 1
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
      if (line?.open === undefined) return null
      return line.open ? go(at + 1) : { fold: at, open: true }
    case 'ArrowLeft':
      return line?.open ? { fold: at, open: false } : go(parentOf(lines, at))
    default:
      return null
  }
}

const PAGE_LINES = 10

/** The nearest line above that is of a higher level; -1 at the top. */
const parentOf = (lines: readonly Line[], at: number): number => {
  const level = lines[at]?.level ?? 1
  for (let above = at - 1; above >= 0; above -= 1) if ((lines[above]?.level ?? 0) < level) return above
  return -1
}

/** Type-ahead: the next line whose title begins with what was typed, from the one in hand on, around the end; -1 = none. */
export const typedLine = (titles: readonly string[], at: number, typed: string): number => {
  const wanted = typed.toLocaleLowerCase()
  // A first letter moves on, more letters may stay.
  const from = typed.length === 1 ? at + 1 : at
  for (let step = 0; step < titles.length; step += 1) {
    const index = (from + step) % titles.length
    if (titles[index]?.toLocaleLowerCase().startsWith(wanted)) return index
  }
  return -1
}
