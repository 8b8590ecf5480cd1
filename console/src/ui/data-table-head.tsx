import { useMessages } from '../messages/messages.ts'
import s from './data-table.module.css'
import { ColumnHandle } from './data-table-handle.tsx'
import type { PositionedColumn } from './data-table-positions.ts'
import type { DataTableProps, Sort } from './data-table-props.ts'
import { pageMark, setSelected } from './data-table-selection.ts'

type HeadProps<Row, Key extends string> = Pick<
  DataTableProps<Row, Key>,
  'rows' | 'keyOf' | 'selection' | 'onSelection' | 'sort' | 'onSort' | 'onColumnWidth'
> & { positioned_columns: readonly PositionedColumn<Row>[]; onDragWidth: (key: string, width_px: number) => void }

/** The header: checkbox of the page, titles, and a sort button where the server can sort. */
export const TableHead = <Row, Key extends string>({
  positioned_columns,
  rows,
  keyOf,
  selection,
  ...props
}: HeadProps<Row, Key>) => {
  const t = useMessages('ui')
  const mark = selection === undefined ? 'none' : pageMark(selection, rows, keyOf)
  return (
    // biome-ignore lint/a11y/useSemanticElements : part of the grid
    <div role="rowgroup" className={s.head}>
      {/** biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid */}
      <div role="row" className={s.headRow} aria-rowindex={1}>
        {selection !== undefined && (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid
          <div role="columnheader" className={s.box}>
            <input
              type="checkbox"
              aria-label={t(($) => $.table.select_page)}
              checked={mark === 'all'}
              ref={(box) => {
                if (box !== null) box.indeterminate = mark === 'some'
              }}
              disabled={rows.length === 0}
              onChange={() => props.onSelection?.(setSelected(selection, rows, keyOf, mark !== 'all'))}
            />
          </div>
        )}
        {/** biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid */}
        <div role="columnheader" className={s.number} aria-label={t(($) => $.table.number)}>
          #
        </div>
        {positioned_columns.map((place) => (
          <HeadCell
            key={place.column.key}
            {...place}
            sort={props.sort}
            onSort={props.onSort}
            onDragWidth={props.onDragWidth}
            onColumnWidth={props.onColumnWidth}
          />
        ))}
      </div>
    </div>
  )
}

type HeadCellProps<Row> = PositionedColumn<Row> & {
  sort: Sort
  onSort: (sort: Sort) => void
  onDragWidth: (key: string, width_px: number) => void
  onColumnWidth: ((key: string, width_px: number | null) => void) | undefined
}

const HeadCell = <Row,>({ column, style, edge, sort, onSort, onDragWidth, onColumnWidth }: HeadCellProps<Row>) => {
  const sorted = column.sort_key !== undefined && column.sort_key === sort.by ? sort.order : undefined
  const flipped = sorted === 'asc' ? 'desc' : 'asc'
  const { sort_key } = column
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid
    <div
      role="columnheader"
      className={s.cell}
      style={style}
      data-fixed={column.fixed}
      data-edge={edge}
      data-align={column.align}
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      title={column.title}
      aria-label={column.lines === undefined ? undefined : column.title}
    >
      {sort_key === undefined ? (
        column.lines === undefined ? (
          <span className={column.bare ? 'hf-hidden' : s.title}>{column.title}</span>
        ) : (
          <span className={s.lines}>
            {column.lines.map((line) => (
              <span key={line} className={s.title}>
                {line}
              </span>
            ))}
          </span>
        )
      ) : (
        <button type="button" className={s.sort} onClick={() => onSort({ by: sort_key, order: flipped })}>
          <span className={s.title}>{column.title}</span>
          <svg viewBox="0 0 12 12" aria-hidden data-order={sorted ?? 'none'}>
            <path d="M6 2v8M3 7l3 3 3-3" />
          </svg>
        </button>
      )}
      {onColumnWidth !== undefined && column.bare !== true && (
        <ColumnHandle
          onDrag={(width_px) => onDragWidth(column.key, width_px)}
          onWidth={(width_px) => onColumnWidth(column.key, width_px)}
        />
      )}
    </div>
  )
}
