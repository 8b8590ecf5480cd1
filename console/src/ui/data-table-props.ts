import type { ReactNode } from 'react'
import type { Column, Layout } from './data-table-columns.ts'
import type { Selection } from './data-table-selection.ts'

export type Sort = { by: string; order: 'asc' | 'desc' }
export type TablePaging = { pageNo: number; size: number }

/** Load state of the current page. */
export type TableStatus =
  | { kind: 'loading' }
  /** Rows are loaded; `busy` while they are refetched. */
  | { kind: 'ready'; busy: boolean }
  /** Shown instead of the rows: an error with its request id, or a missing permission. */
  | { kind: 'refused'; reason: ReactNode }

export type DataTableProps<Row, Key extends string> = {
  /** Accessible name. */
  label: string
  /** All columns; the layout selects the visible ones. Keep the array stable: a new one renders all rows. */
  columns: readonly Column<Row, Key>[]
  layout: Layout
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Accessible name of a row. */
  nameOf: (row: Row) => string
  /** Number of matches on all pages. */
  total: number
  status: TableStatus
  /** Shown without rows: no data yet, or no match. */
  empty: ReactNode
  /** Keeps the width of a column that was dragged; null = the default. Without it columns keep their widths. */
  onColumnWidth?: (key: string, width_px: number | null) => void
  sort: Sort
  onSort: (sort: Sort) => void
  paging: TablePaging
  page_sizes: readonly number[]
  onPaging: (paging: TablePaging) => void
  /** Without it rows have no checkboxes. */
  selection?: Selection<Row>
  onSelection?: (selection: Selection<Row>) => void
  /** Opens the row's page: by click, Enter, or with Ctrl in a new tab. */
  onOpen: (row: Row, in_new_tab: boolean) => void
  /** A key pressed on the focused row; true = handled. */
  onRowKey?: (row: Row, key: string) => boolean
  /** Called with the visible rows after scrolling stopped. */
  onRowsInView?: (rows: readonly Row[]) => void
  /** Left part of the bar above the header while nothing is selected. */
  summary: ReactNode
  /** Right part of that bar. */
  tools?: ReactNode
  /** Bulk actions, at the right of the bar. */
  selection_tools?: ReactNode
}
