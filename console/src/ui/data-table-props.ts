import type { ReactNode } from 'react'
import type { Column, Layout } from './data-table-columns.ts'
import type { Selection } from './data-table-selection.ts'

export type Sort = { by: string; order: 'asc' | 'desc' }
export type TablePaging = { pageNo: number; size: number }

/** How the rows of the current page came, or why they did not. */
export type TableStatus =
  | { kind: 'loading' }
  /** Rows are there; `busy` while fresher ones are on their way. */
  | { kind: 'ready'; busy: boolean }
  /** Shown in place of the rows: an error with its request id, a missing right. */
  | { kind: 'refused'; reason: ReactNode }

export type DataTableProps<Row, Key extends string> = {
  /** Accessible name. */
  label: string
  /** All columns there are; the layout says which are shown. Keep the array stable: rows are redrawn when it changes. */
  columns: readonly Column<Row, Key>[]
  layout: Layout
  /** Rows of the current page. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** How a row is called by screen readers. */
  nameOf: (row: Row) => string
  /** Rows that match on all pages. */
  total: number
  status: TableStatus
  /** Shown when nothing matches: never any, or no match. */
  empty: ReactNode
  sort: Sort
  onSort: (sort: Sort) => void
  paging: TablePaging
  page_sizes: readonly number[]
  onPaging: (paging: TablePaging) => void
  /** Without it rows have no boxes: there is nothing to do with several. */
  selection?: Selection<Row>
  onSelection?: (selection: Selection<Row>) => void
  /** Address of a row's own page: opened by a click on the row, Enter, or Ctrl for a new tab. */
  onOpen: (row: Row, in_new_tab: boolean) => void
  /** A key pressed on the row that has the focus; true = handled. */
  onRowKey?: (row: Row, key: string) => boolean
  /** Rows in view, told once scrolling has settled. */
  onRowsInView?: (rows: readonly Row[]) => void
  /** Left of the bar over the header while nothing is selected. */
  summary: ReactNode
  /** Right of that bar. */
  tools?: ReactNode
  /** What can be done with the selection, right of the bar. */
  selection_tools?: ReactNode
}
