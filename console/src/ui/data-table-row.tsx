import { memo } from 'react'
import s from './data-table.module.css'
import type { PositionedColumn } from './data-table-positions.ts'

type RowProps<Row> = {
  id: string
  row: Row
  name: string
  /** Index on the page, from 0. */
  at: number
  /** Row number over all pages, from 1. */
  number: number
  columns: readonly PositionedColumn<Row>[]
  /** Undefined = not selectable. */
  selected: boolean | undefined
  active: boolean
}

const RowView = <Row,>({ id, row, name, at, number, columns, selected, active }: RowProps<Row>) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
  // biome-ignore lint/a11y/useSemanticElements: rows are drawn in a window, which a table element cannot hold
  <div
    role="row"
    id={id}
    className={s.row}
    data-at={at}
    data-active={active || undefined}
    aria-rowindex={number + 1}
    aria-selected={selected}
    aria-label={name}
  >
    {selected !== undefined && (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a cell of the grid, which has the focus
      <div role="gridcell" className={s.box} data-box>
        <input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={name} />
      </div>
    )}
    {/** biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a cell of the grid, which has the focus */}
    <div role="gridcell" className={s.number}>
      {number}
    </div>
    {columns.map(({ column, style, edge }) => (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a cell of the grid, which has the focus
      <div
        key={column.key}
        role="gridcell"
        className={s.cell}
        style={style}
        data-fixed={column.fixed}
        data-edge={edge}
        data-align={column.align}
      >
        {column.cell(row)}
      </div>
    ))}
  </div>
)

/** One row; memoised by its data, position and marks. */
export const TableRow = memo(RowView) as typeof RowView
