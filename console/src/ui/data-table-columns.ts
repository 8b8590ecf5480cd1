import type { ReactNode } from 'react'

/** Row heights a person may choose from, px. */
export const DENSITIES = { compact: 30, normal: 35, roomy: 44 } as const
export type Density = keyof typeof DENSITIES
export const DENSITY_NAMES = ['compact', 'normal', 'roomy'] as const satisfies readonly Density[]

/** One column of a table: how it is named, drawn, sorted and written to CSV. */
export type Column<Row, Key extends string = string> = {
  key: Key
  title: string
  /** Least width, px; columns that are not fixed share what is left over. */
  width_px: number
  align?: 'start' | 'end'
  /** Stays in view while the rest scrolls sideways. */
  fixed?: 'start' | 'end'
  /** Takes a share of the room that is left, although it is fixed. Only for the last fixed one at the start. */
  grows?: boolean
  /** What the server sorts by; without it the header is no button. */
  sort_key?: string | undefined
  /** False = only after somebody chose it. */
  by_default?: boolean
  /** Cannot be hidden nor moved: it names the row or holds its actions. */
  always?: boolean
  /** The title is for screen readers only: the column is too narrow for it. */
  bare?: boolean
  cell: (row: Row) => ReactNode
  /** Unit of the plain value, for the header of the CSV. */
  unit?: string
  /** Plain value for CSV; undefined = the column is no data (actions). */
  plain?: (row: Row) => string | number | null
}

/** Which columns are shown in which order, and how high the rows are. */
export type Layout = { shown: string[]; density: Density }

type Facts = Pick<Column<never>, 'key' | 'by_default' | 'always' | 'fixed'>

/** What a person who never chose anything sees. */
export const defaultLayout = (columns: readonly Facts[], density: Density = 'normal'): Layout => ({
  shown: columns.filter((column) => column.by_default !== false).map((column) => column.key),
  density,
})

/**
 * A stored layout against the columns of today: unknown keys are dropped, columns that must be there come back; null
 * gives the default.
 */
export const layoutFor = (stored: Layout | null, columns: readonly Facts[], density?: Density): Layout => {
  if (stored === null) return defaultLayout(columns, density)
  const known = new Set(columns.map((column) => column.key))
  const shown = [...new Set(stored.shown)].filter((key) => known.has(key))
  return { shown: inPlace(shown, columns), density: stored.density }
}

/** Shows or hides one column; a column that comes back takes its place in the table's own order. */
export const toggleColumn = (layout: Layout, key: string, columns: readonly Facts[]): Layout => {
  if (columns.some((column) => column.key === key && column.always)) return layout
  if (layout.shown.includes(key)) return { ...layout, shown: layout.shown.filter((shown) => shown !== key) }
  const order = columns.map((column) => column.key)
  const at = layout.shown.findIndex((shown) => order.indexOf(shown) > order.indexOf(key))
  const shown = layout.shown.toSpliced(at === -1 ? layout.shown.length : at, 0, key)
  return { ...layout, shown: inPlace(shown, columns) }
}

/** Moves one shown column before another (or to the end with null); those that must stay are not moved. */
export const moveColumn = (layout: Layout, key: string, before: string | null, columns: readonly Facts[]): Layout => {
  if (key === before || !layout.shown.includes(key)) return layout
  const rest = layout.shown.filter((shown) => shown !== key)
  const at = before === null ? rest.length : rest.indexOf(before)
  return { ...layout, shown: inPlace(rest.toSpliced(at === -1 ? rest.length : at, 0, key), columns) }
}

/** The columns of a layout, in its order. */
export const columnsOf = <C extends Facts>(layout: Layout, columns: readonly C[]): C[] =>
  layout.shown.flatMap((key) => columns.find((column) => column.key === key) ?? [])

/** Columns that must be there are there; the fixed ones stand at their side, in the table's own order. */
const inPlace = (shown: readonly string[], columns: readonly Facts[]): string[] => {
  const present = new Set(shown)
  const at = (side: 'start' | 'end') =>
    columns
      .filter((column) => column.fixed === side && (column.always || present.has(column.key)))
      .map((column) => column.key)
  const fixed = new Set([...at('start'), ...at('end')])
  const free = shown.filter((key) => !fixed.has(key))
  const missing = columns.filter((column) => column.always && !fixed.has(column.key) && !present.has(column.key))
  return [...at('start'), ...free, ...missing.map((column) => column.key), ...at('end')]
}
