/**
 * What is selected, over all pages: some rows (kept whole, so that they can be exported from any page), or all that
 * match the filter but a few.
 */
export type Selection<Row> =
  | { kind: 'some'; rows: ReadonlyMap<string, Row> }
  | { kind: 'all'; except: ReadonlySet<string> }

/** Nothing selected. */
export const nothingSelected = <Row>(): Selection<Row> => ({ kind: 'some', rows: new Map() })

/** All rows that match the filter, on every page. */
export const everythingSelected = <Row>(): Selection<Row> => ({ kind: 'all', except: new Set() })

/** Whether one row is selected. */
export const isSelected = <Row>(selection: Selection<Row>, key: string): boolean =>
  selection.kind === 'all' ? !selection.except.has(key) : selection.rows.has(key)

/** How many rows are selected when `total` match the filter. */
export const countSelected = <Row>(selection: Selection<Row>, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.rows.size

/** Selects or releases the given rows. */
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

/** The header's box for one page: all, some or none of its rows. */
export const pageMark = <Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): 'none' | 'some' | 'all' => {
  const count = rows.reduce((sum, row) => sum + (isSelected(selection, keyOf(row)) ? 1 : 0), 0)
  if (count === 0) return 'none'
  return count === rows.length ? 'all' : 'some'
}
