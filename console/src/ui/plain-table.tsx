import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

/** One column of a {@link PlainTable}. */
export type PlainColumn<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Holds the row's actions: the title is for screen readers only. */
  actions?: boolean
}

/** A short list that is wholly there: no paging, no choosing of columns. What is long is a `DataTable`. */
export function PlainTable<Row>(props: {
  /** Accessible name. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Shown in place of the rows when there are none; without it there always are some. */
  empty?: ReactNode
}) {
  if (props.rows.length === 0 && props.empty !== undefined) return props.empty
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={props.label}>
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            {props.columns.map(({ key, title, align, actions }) => (
              <th key={key} scope="col" data-align={align} data-actions={actions || undefined}>
                <span className={actions ? 'hf-hidden' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.keyOf(row)}>
              {props.columns.map(({ key, align, actions, cell }) => (
                <td key={key} data-align={align} data-actions={actions || undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
