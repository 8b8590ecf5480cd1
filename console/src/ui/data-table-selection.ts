/**
 * A selection over all pages: single rows (whole, so that they can be exported from any page), or all matches with
 * exceptions.
 */
export type Selection<Row> =
  | { kind: 'some'; rows: ReadonlyMap<string, Row> }
  | { kind: 'all'; except: ReadonlySet<string> }

export const nothingSelected = <Row>(): Selection<Row> => ({ kind: 'some', rows: new Map() })

/** All matches, on every page. */
export const everythingSelected = <Row>(): Selection<Row> => ({ kind: 'all', except: new Set() })

export const isSelected = <Row>(selection: Selection<Row>, key: string): boolean =>
  selection.kind === 'all' ? !selection.except.has(key) : selection.rows.has(key)

/** Number of selected rows when `total` match. */
export const countSelected = <Row>(selection: Selection<Row>, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.rows.size

/** Selects or deselects the given rows. */
export const setSelected = <Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  on: boolean,
): Selection<Row> => {
  if (selection.kind === 'all') {
    const except = new Set(selection.except)
    for (const row of rows) {
      if (on) except.delete(keyOf(row))
      else except.add(keyOf(row))
    }
    return { kind: 'all', except }
  }
  const chosen = new Map(selection.rows)
  for (const row of rows) {
    if (on) chosen.set(keyOf(row), row)
    else chosen.delete(keyOf(row))
  }
  return { kind: 'some', rows: chosen }
}

/** State of the header's checkbox: all, some or none of the page's rows. */
export const pageMark = <Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): 'none' | 'some' | 'all' => {
  const count = rows.reduce((sum, row) => sum + (isSelected(selection, keyOf(row)) ? 1 : 0), 0)
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}
