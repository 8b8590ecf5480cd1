/** The rows to render: `first` inclusive to `end` exclusive. */
export type RowWindow = { first: number; end: number }

/** Rows rendered beyond each edge, and the step of the window, so that few scroll events render. */
export const MARGIN_ROWS = 8
const STEP_ROWS = 4

/** The rows of equal height to render for a scroll position, with a margin at each edge; px. */
export const rowsInView = (
  scroll_px: number,
  view_px: number,
  row_px: number,
  count: number,
  margin_rows = MARGIN_ROWS,
): RowWindow => {
  const top = Math.floor(Math.max(0, scroll_px) / row_px / STEP_ROWS) * STEP_ROWS
  const visible_rows = Math.ceil(view_px / row_px) + STEP_ROWS
  const first = Math.max(0, Math.min(top, count - visible_rows) - margin_rows)
  return { first, end: Math.min(count, top + visible_rows + margin_rows) }
}

/** Scroll position that shows a row fully between the sticky header and the lower edge, px. */
export const scrollToRow = (index: number, scroll_px: number, view_px: number, row_px: number): number => {
  const top = index * row_px
  if (top < scroll_px) return top
  const bottom = top + row_px
  return bottom > scroll_px + view_px ? bottom - view_px : scroll_px
}

/** Page numbers of a pager: first, last, neighbours of the current one, and gaps as null. */
export const pagesShown = (page: number, pages: number): (number | null)[] => {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1)
  const from = Math.min(Math.max(2, page - 1), pages - 4)
  const to = Math.max(Math.min(pages - 1, page + 1), 5)
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages]
}
