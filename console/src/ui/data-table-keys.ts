/** The row that the keyboard is on: its place, its key, and the page it was on. */
export type ActiveRow = { index: number; key: string; page: string }

/** Where that row is now: rows that come in above it move it along; when it is gone, its place stays. */
export const placeOfActive = <Row>(
  active: ActiveRow | null,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  page: string,
): number | null => {
  if (active === null) return null
  const row = rows[active.index]
  if (active.page !== page || (row !== undefined && keyOf(row) === active.key)) return active.index
  const moved = rows.findIndex((one) => keyOf(one) === active.key)
  return moved >= 0 ? moved : active.index
}

/** The row that a key moves the focus to, or null for other keys; `page_rows` = fully visible rows. */
export const moveActive = (key: string, active: number | null, count: number, page_rows: number): number | null => {
  const move = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined
  if (move === undefined || count === 0) return null
  if (active === null) return key === 'End' ? count - 1 : 0
  return Math.min(count - 1, Math.max(0, move(active, count, Math.max(1, page_rows - 1))))
}

const MOVES: Record<string, ((active: number, count: number, page: number) => number) | undefined> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  j: (active) => active + 1,
  k: (active) => active - 1,
  PageDown: (active, _, page) => active + page,
  PageUp: (active, _, page) => active - page,
  Home: () => 0,
  End: (_, count) => count - 1,
}
