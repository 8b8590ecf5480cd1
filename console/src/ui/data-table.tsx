import { type CSSProperties, useMemo, useRef, useState } from 'react'
import s from './data-table.module.css'
import { TableBar } from './data-table-bar.tsx'
import { columnsOf, DENSITIES } from './data-table-columns.ts'
import { TableHead } from './data-table-head.tsx'
import { type ActiveRow, moveActive, placeOfActive } from './data-table-keys.ts'
import { TablePager } from './data-table-pager.tsx'
import type { PositionedColumn } from './data-table-positions.ts'
import { BOX_PX, positionColumns } from './data-table-positions.ts'
import type { DataTableProps } from './data-table-props.ts'
import { TableRow } from './data-table-row.tsx'
import { useRowWindow } from './data-table-scroll.ts'
import { isSelected, setSelected } from './data-table-selection.ts'
import { scrollToRow } from './data-table-window.ts'
import edges from './sideways-edges.module.css'

const ROWS = Array.from({ length: 12 }, (_, at) => at)
/** Shares of the column's width, varied to look like text. */
const SHARES = [0.7, 0.5, 0.85, 0.6, 0.75]

/** Skeleton of the first page; same height as the rows, so that nothing shifts. */
const SkeletonRows = <Row,>({
  columns,
  has_boxes,
}: {
  columns: readonly PositionedColumn<Row>[]
  has_boxes: boolean
}) => (
  <div aria-hidden className={s.skeleton}>
    {ROWS.map((at) => (
      <div key={at} className={s.row} data-skeleton>
        {has_boxes && <div className={s.box} />}
        <div className={s.number} />
        {columns.map(({ column, style }, place) => (
          <div key={column.key} className={s.cell} style={style} data-fixed={column.fixed} data-align={column.align}>
            {column.bare !== true && (
              <span className={s.bone} style={{ width: `${(SHARES[(at + place) % SHARES.length] ?? 0.6) * 80}%` }} />
            )}
          </div>
        ))}
      </div>
    ))}
  </div>
)

/** Header height, px; same as in the CSS. */
const HEAD_PX = 34

/**
 * The table of every list: virtual rows of equal height, sticky header, first and last columns; paging and order by the
 * server. One tab stop: arrows move, Enter opens, Space selects, → enters the controls of the row and ← leaves them.
 */
export const DataTable = <Row, Key extends string>(props: DataTableProps<Row, Key>) => {
  const { rows, keyOf, layout, selection, status, paging } = props
  const row_px = DENSITIES[layout.density]
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<number | null>(null)
  // By its key: a list moves while it is looked at, and what a key does is meant for the row that is marked.
  const [marked, setMarked] = useState<ActiveRow | null>(null)
  const has_boxes = selection !== undefined
  const positioned_columns = useMemo(
    () => positionColumns(columnsOf(layout, props.columns), has_boxes, layout.widths),
    [layout, props.columns, has_boxes],
  )
  const page = `${paging.pageNo}/${paging.size}/${props.sort.by}/${props.sort.order}`
  const active = placeOfActive(marked, rows, keyOf, page)
  const setActive = (index: number) => {
    const row = rows[index]
    setMarked({ index, key: row === undefined ? '' : keyOf(row), page })
  }
  const view = useRowWindow({ scroller, head_px: HEAD_PX, row_px, rows, page, onRowsInView: props.onRowsInView })
  const activeRow = active === null ? undefined : rows[active]

  const select = (index: number, as_range: boolean) => {
    const row = rows[index]
    if (row === undefined || selection === undefined) return
    const on = !isSelected(selection, keyOf(row))
    const from = as_range && anchor.current !== null ? Math.min(anchor.current, index) : index
    const to = as_range && anchor.current !== null ? Math.max(anchor.current, index) : index
    anchor.current = index
    props.onSelection?.(setSelected(selection, rows.slice(from, to + 1), keyOf, on))
  }

  const goTo = (index: number) => {
    setActive(index)
    const element = scroller.current
    if (element === null) return
    element.scrollTop = scrollToRow(index, element.scrollTop, element.clientHeight - HEAD_PX, row_px)
  }

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const grid = event.currentTarget
    if (isInDialogOf(grid, event.target)) return
    if (event.target !== grid) {
      // In a row's control: ← and Escape return to the row; text fields keep their keys.
      if (event.target instanceof HTMLInputElement && event.target.type === 'text') return
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') stepControl(grid, event.target, event.key)
      else if (event.key === 'Escape') grid.focus()
      else return
      event.preventDefault()
      return
    }
    const next = moveActive(event.key, active, rows.length, Math.floor((grid.clientHeight - HEAD_PX) / row_px))
    if (next !== null) goTo(next)
    else if (active === null || activeRow === undefined) return
    else if (event.key === 'Enter') props.onOpen(activeRow, event.ctrlKey || event.metaKey)
    else if (event.key === ' ') select(active, event.shiftKey)
    else if (event.key === 'ArrowRight') controlsOf(grid, active)[0]?.focus()
    else if (!(props.onRowKey?.(activeRow, event.key) ?? false)) return
    event.preventDefault()
  }

  const onClick = (event: React.MouseEvent<HTMLDivElement>) => {
    const hit = hitOf(event.target)
    if (hit === null) return
    const row = rows[hit.index]
    setActive(hit.index)
    if (row === undefined) return
    if (hit.on === 'box') select(hit.index, event.shiftKey)
    // A click that ends a text selection does not open the row.
    else if (hit.on === 'row' && document.getSelection()?.isCollapsed !== false)
      props.onOpen(row, event.ctrlKey || event.metaKey)
  }

  // While a column is dragged only the grid's own style changes: rows are not drawn again.
  const onDragWidth = (key: string, width_px: number) => {
    const { template, least_px } = positionColumns(columnsOf(layout, props.columns), has_boxes, {
      ...layout.widths,
      [key]: width_px,
    })
    scroller.current?.style.setProperty('--cols', template)
    scroller.current?.style.setProperty('--least', `${least_px}px`)
  }

  const size: CSSProperties & Record<`--${string}`, string> = {
    '--row-h': `${row_px}px`,
    '--cols': positioned_columns.template,
    '--least': `${positioned_columns.least_px}px`,
    '--box': has_boxes ? `${BOX_PX}px` : '0px',
  }
  const first = (paging.pageNo - 1) * paging.size
  return (
    <section className={s.frame} aria-label={props.label}>
      <TableBar {...props} />
      {/** biome-ignore lint/a11y/useSemanticElements: rows are drawn in a window, which a table element cannot hold */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        className={`${s.grid} ${edges.sideways}`}
        data-open={positioned_columns.columns.some(({ edge }) => edge === 'end') ? undefined : true}
        style={size}
        aria-label={props.label}
        aria-rowcount={props.total + 1}
        aria-colcount={positioned_columns.columns.length + (has_boxes ? 2 : 1)}
        aria-multiselectable={has_boxes || undefined}
        aria-busy={status.kind === 'loading' || (status.kind === 'ready' && status.busy)}
        aria-activedescendant={activeRow === undefined ? undefined : rowIdOf(keyOf(activeRow))}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={(event) => {
          if (event.target === event.currentTarget && active === null && rows.length > 0) setActive(0)
        }}
      >
        <TableHead {...props} positioned_columns={positioned_columns.columns} onDragWidth={onDragWidth} />
        {status.kind === 'ready' && (
          // biome-ignore lint/a11y/useSemanticElements: part of the grid above
          <div role="rowgroup" className={s.body} style={{ height: rows.length * row_px }}>
            <div className={s.window} style={{ transform: `translateY(${view.first * row_px}px)` }}>
              {rows.slice(view.first, view.end).map((row, at) => {
                const key = keyOf(row)
                return (
                  <TableRow
                    key={key}
                    id={rowIdOf(key)}
                    row={row}
                    name={props.nameOf(row)}
                    at={view.first + at}
                    number={first + view.first + at + 1}
                    columns={positioned_columns.columns}
                    selected={selection === undefined ? undefined : isSelected(selection, key)}
                    active={active === view.first + at}
                  />
                )
              })}
            </div>
          </div>
        )}
        {status.kind === 'loading' && <SkeletonRows columns={positioned_columns.columns} has_boxes={has_boxes} />}
      </div>
      {status.kind === 'refused' && <div className={s.state}>{status.reason}</div>}
      {status.kind === 'ready' && rows.length === 0 && <div className={s.state}>{props.empty}</div>}
      <TablePager total={props.total} {...paging} page_sizes={props.page_sizes} onPaging={props.onPaging} />
    </section>
  )
}

const rowIdOf = (key: string): string => `row-${key}`

/** A dialog opened by a row's action handles its own keys: Escape closes it, arrows move in its fields. */
const isInDialogOf = (grid: Element, target: EventTarget): boolean => {
  const dialog = target instanceof Element ? target.closest('dialog') : null
  return dialog !== null && grid.contains(dialog)
}

/** Target of a click: the checkbox of a row, the row itself, or one of its controls. */
const hitOf = (target: EventTarget): { index: number; on: 'box' | 'row' | 'control' } | null => {
  if (!(target instanceof Element)) return null
  const row = target.closest('[data-at]')
  if (row === null) return null
  const index = Number(row.getAttribute('data-at'))
  if (target.closest('[data-box]') !== null) return { index, on: 'box' }
  const own = target.closest('a,button,input,label,select,[role=menu],[data-quiet],dialog')
  return { index, on: own !== null && row.contains(own) ? 'control' : 'row' }
}

const controlsOf = (grid: HTMLElement, index: number): HTMLElement[] => [
  ...grid.querySelectorAll<HTMLElement>(`[data-at="${index}"] :is(a,button)`),
]

/** Moves the focus among the controls of one row; before the first one is the row. */
const stepControl = (grid: HTMLElement, from: EventTarget, key: 'ArrowLeft' | 'ArrowRight') => {
  if (!(from instanceof HTMLElement)) return
  const controls = controlsOf(grid, Number(from.closest('[data-at]')?.getAttribute('data-at') ?? -1))
  const at = controls.indexOf(from)
  if (at === -1) return
  const next = key === 'ArrowLeft' ? controls[at - 1] : controls[at + 1]
  if (next !== undefined) next.focus()
  else if (key === 'ArrowLeft') grid.focus()
}
