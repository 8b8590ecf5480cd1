import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './plain-table.module.css'
import edges from './sideways-edges.module.css'

/** Marks an element that scrolls sideways while something is beyond its edges: `data-more-start`, `data-more-end`. */
const useSidewaysEdges = (scroller: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const hidden_px = element.scrollWidth - element.clientWidth
      element.toggleAttribute('data-more-start', element.scrollLeft > 0)
      element.toggleAttribute('data-more-end', hidden_px - element.scrollLeft > 1)
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    // What is inside may grow alone, too.
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
}

/** One column of a {@link PlainTable}. */
export type PlainColumn<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Its words may break where the screen is narrow, down to this width. */
  least_px?: number
  /** Holds the row's actions: the title is for screen readers only. */
  actions?: boolean
  /** Holds the box that chooses the row, before everything else. */
  tick?: boolean
}

type PlainTableProps<Row> = {
  /** Accessible name. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Shown in place of the rows when there are none; without it there always are some. */
  empty?: ReactNode
}

/** A short list that is wholly there: no paging, no choosing of columns. What is long is a `DataTable`. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  return props.rows.length === 0 && props.empty !== undefined ? props.empty : <Filled {...props} />
}

function Filled<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>) {
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

/** What the style sheet has to know of a cell. */
const kindOf = <Row,>({ align, actions, tick, least_px }: PlainColumn<Row>) => ({
  'data-align': align,
  'data-actions': actions || undefined,
  'data-tick': tick || undefined,
  'data-breaks': least_px === undefined ? undefined : true,
})

/** The first and the last column of those that stay while the rest scrolls by. */
const edgeOf = <Row,>(column: PlainColumn<Row>, columns: readonly PlainColumn<Row>[]): 'start' | 'end' | undefined => {
  if (column === columns.find(({ tick }) => !tick)) return 'start'
  return column.actions ? 'end' : undefined
}
