import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './plain-table.module.css'
import edges from './sideways-edges.module.css'

/** Marks a horizontally scrolling element while content is hidden at an edge: `data-more-start`, `data-more-end`. */
const useSidewaysEdges = (scroller: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const updateEdges = () => {
      const hidden_px = element.scrollWidth - element.clientWidth
      element.toggleAttribute('data-more-start', element.scrollLeft > 0)
      element.toggleAttribute('data-more-end', hidden_px - element.scrollLeft > 1)
    }
    updateEdges()
    const resized = new ResizeObserver(updateEdges)
    resized.observe(element)
    // The content may also resize on its own.
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild)
    element.addEventListener('scroll', updateEdges, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', updateEdges)
    }
  }, [scroller])
}

/** One column of a {@link PlainTable}. */
export type PlainColumn<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** May wrap on narrow screens, down to this width. */
  least_px?: number
  /** Actions of the row: the title is for screen readers only. */
  actions?: boolean
  /** The checkbox of the row, in the first column. */
  tick?: boolean
}

type PlainTableProps<Row> = {
  /** Accessible name. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Shown without rows; omit it if there always are some. */
  empty?: ReactNode
}

/** A short table without paging or column selection. For longer ones use `DataTable`. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  return props.rows.length === 0 && props.empty !== undefined ? props.empty : <TableWithRows {...props} />
}

function TableWithRows<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>) {
  const scroller = useRef<HTMLElement>(null)
  useSidewaysEdges(scroller)
  return (
    <section
      ref={scroller}
      className={`${styles.scroll} ${edges.sideways}`}
      data-open={columns.some(({ actions }) => actions) ? undefined : true}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" {...kindOf(column)} data-edge={edgeOf(column, columns)}>
                <span className={column.actions || column.tick ? 'hf-hidden' : undefined}>{column.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} {...kindOf(column)} data-edge={edgeOf(column, columns)}>
                  {column.least_px === undefined ? (
                    column.cell(row)
                  ) : (
                    <div style={{ minWidth: column.least_px }}>{column.cell(row)}</div>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Attributes of a cell for the style sheet. */
const kindOf = <Row,>({ align, actions, tick, least_px }: PlainColumn<Row>) => ({
  'data-align': align,
  'data-actions': actions || undefined,
  'data-tick': tick || undefined,
  'data-breaks': least_px === undefined ? undefined : true,
})

/** Whether a column is the first or last of those that do not stick. */
const edgeOf = <Row,>(column: PlainColumn<Row>, columns: readonly PlainColumn<Row>[]): 'start' | 'end' | undefined => {
  if (column === columns.find(({ tick }) => !tick)) return 'start'
  return column.actions ? 'end' : undefined
}
