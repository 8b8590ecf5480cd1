import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ReactNode } from 'react'

/** Selectable row heights, px. */
export const DENSITIES = { compact: 30, normal: 35, roomy: 44 } as const
type Density = keyof typeof DENSITIES
export const DENSITY_NAMES = ['compact', 'normal', 'roomy'] as const satisfies readonly Density[]

/** A column of a table: title, cell and sort key. */
export type Column<Row, Key extends string = string> = {
  key: Key
  title: string
  /** The title in two lines, such as a device over one of its points. */
  lines?: readonly [upper: string, lower: string] | undefined
  /** Minimum width, px; columns that are not fixed share the remaining width. */
  width_px: number
  align?: 'start' | 'end'
  /** Multiple of its share of the remaining width, for texts longer than others; 1 by default. */
  weight?: number
  /** Stays visible while the table scrolls sideways. */
  fixed?: 'start' | 'end'
  /** A fixed column that takes a share of the remaining width. Only for the last fixed one at the start. */
  grows?: boolean
  /** Sort key of the server; without it the header is not a button. */
  sort_key?: string | undefined
  /** False = hidden by default. */
  by_default?: boolean
  /** Cannot be hidden or moved: it names the row or holds its actions. */
  always?: boolean
  /** The title is for screen readers only: the column is too narrow. */
  bare?: boolean
  cell: (row: Row) => ReactNode
}

/** Visible columns in order, the row height, and the widths somebody set, px by column. */
export type Layout = { shown: string[]; density: Density; widths?: Record<string, number> | undefined }

type Facts = Pick<Column<never>, 'key' | 'by_default' | 'always' | 'fixed'>

/** The layout before any choice. */
export const defaultLayout = (columns: readonly Facts[], density: Density = 'normal'): Layout => ({
  shown: columns.filter((column) => column.by_default !== false).map((column) => column.key),
  density,
})

/**
 * Migrates a stored layout to the current columns: unknown keys are dropped, mandatory columns restored; null gives the
 * default.
 */
export const layoutFor = (stored: Layout | null, columns: readonly Facts[], density?: Density): Layout => {
  if (stored === null) return defaultLayout(columns, density)
  const existing_keys = new Set(columns.map((column) => column.key))
  const shown = [...new Set(stored.shown)].filter((key) => existing_keys.has(key))
  const widths = Object.entries(stored.widths ?? {}).filter(([key]) => existing_keys.has(key))
  const layout = { shown: inPlace(shown, columns), density: stored.density }
  return widths.length === 0 ? layout : { ...layout, widths: Object.fromEntries(widths) }
}

/** Shows or hides one column; a shown one is inserted at its default position. */
export const toggleColumn = (layout: Layout, key: string, columns: readonly Facts[]): Layout => {
  if (columns.some((column) => column.key === key && column.always)) return layout
  if (layout.shown.includes(key)) return { ...layout, shown: layout.shown.filter((shown) => shown !== key) }
  const order = columns.map((column) => column.key)
  const at = layout.shown.findIndex((shown) => order.indexOf(shown) > order.indexOf(key))
  const shown = layout.shown.toSpliced(at === -1 ? layout.shown.length : at, 0, key)
  return { ...layout, shown: inPlace(shown, columns) }
}

/** Moves a visible column before another (null = to the end); mandatory ones are not moved. */
export const moveColumn = (layout: Layout, key: string, before: string | null, columns: readonly Facts[]): Layout => {
  if (key === before || !layout.shown.includes(key)) return layout
  const others = layout.shown.filter((shown) => shown !== key)
  const at = before === null ? others.length : others.indexOf(before)
  return { ...layout, shown: inPlace(others.toSpliced(at === -1 ? others.length : at, 0, key), columns) }
}

/** The narrowest and the widest a column can be set to, px. */
const WIDTHS_PX = LIMITS.column_width_px

/** Sets the width of a column; null = it shares the remaining width again. */
export const resizeColumn = (layout: Layout, key: string, width_px: number | null): Layout => {
  const { widths = {}, ...others } = layout
  const { [key]: _, ...left } = widths
  const next = width_px === null ? left : { ...left, [key]: withinWidths(width_px) }
  return Object.keys(next).length === 0 ? others : { ...others, widths: next }
}

export const withinWidths = (width_px: number): number =>
  Math.round(Math.min(WIDTHS_PX.max, Math.max(WIDTHS_PX.min, width_px)))

export const columnsOf = <C extends Facts>(layout: Layout, columns: readonly C[]): C[] =>
  layout.shown.flatMap((key) => columns.find((column) => column.key === key) ?? [])

/** Adds mandatory columns and puts fixed ones at their side, in default order. */
const inPlace = (shown: readonly string[], columns: readonly Facts[]): string[] => {
  const present_keys = new Set(shown)
  const at = (side: 'start' | 'end') =>
    columns
      .filter((column) => column.fixed === side && (column.always || present_keys.has(column.key)))
      .map((column) => column.key)
  const fixed = new Set([...at('start'), ...at('end')])
  const free = shown.filter((key) => !fixed.has(key))
  const missing = columns.filter((column) => column.always && !fixed.has(column.key) && !present_keys.has(column.key))
  return [...at('start'), ...free, ...missing.map((column) => column.key), ...at('end')]
}
