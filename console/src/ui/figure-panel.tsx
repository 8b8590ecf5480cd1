import { createContext, type ReactNode, use } from 'react'
import { useSearchParams } from 'react-router'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { CsvButton } from './figure-csv.tsx'
import styles from './figure-panel.module.css'
import { CurveIcon, RowsIcon } from './icons.tsx'
import { Panel } from './panel.tsx'
import { PlainTable } from './plain-table.tsx'

/** A column of the figures: what the file holds, and how the table shows it. */
export type FigureColumn<Row> = {
  key: string
  title: string
  value: (row: Row) => string | number | null
  cell?: (row: Row) => ReactNode
  align?: 'start' | 'end'
}

type FigurePanelProps<Row> = {
  /** Name in the address: figures shown as tables are listed there. */
  id: string
  title: string
  /** Of how many units it is. */
  note?: ReactNode
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Undefined = a table is all there is. */
  chart?: ReactNode
  /** Instead of chart and table, where there are no rows. */
  empty?: ReactNode
  /** Below chart or table. */
  footer?: ReactNode
  className?: string | undefined
  /** Why figures may not be saved; undefined = they may. */
  csvRefused?: boolean
}

/** What else a screen offers for each of its figures. */
export const FigureTools = createContext<((id: string, title: string) => ReactNode) | null>(null)

/** Figures as a chart or, on demand, as a table; both can be saved as a file. */
export function FigurePanel<Row>(props: FigurePanelProps<Row>) {
  const { id, title, note, columns, rows, keyOf, chart, empty, footer } = props
  const t = useMessages('ui')
  const [as_table, toggle] = useAsTable(id)
  const more = use(FigureTools)
  const is_empty = rows.length === 0 && empty !== undefined
  const csv = () => [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => column.value(row) ?? '')),
  ]
  const name = as_table ? t(($) => $.figure.chart) : t(($) => $.figure.table)
  return (
    <Panel
      title={title}
      className={props.className}
      note={
        <span className={styles.tools}>
          {note}
          {!is_empty && chart !== undefined && (
            <Button
              kind="text"
              size="small"
              icon={as_table ? CurveIcon : RowsIcon}
              label={`${name}: ${title}`}
              onClick={toggle}
            />
          )}
          {!is_empty && props.csvRefused !== true && <CsvButton name={title} rows={csv} />}
          {!is_empty && more?.(id, title)}
        </span>
      }
    >
      {is_empty ? (
        <p className={styles.empty}>{empty}</p>
      ) : as_table || chart === undefined ? (
        <PlainTable
          label={title}
          rows={rows}
          keyOf={keyOf}
          columns={columns.map(({ key, title: column_title, value, cell, align }) => ({
            key,
            title: column_title,
            cell: cell ?? value,
            ...(align === undefined ? {} : { align }),
          }))}
        />
      ) : (
        chart
      )}
      {!is_empty && footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </Panel>
  )
}

const PARAM = 'table'

/** Whether a figure is shown as a table; kept in the address, so that a link shows the same. */
const useAsTable = (id: string): readonly [boolean, () => void] => {
  const [query, setQuery] = useSearchParams()
  const shown = (query.get(PARAM) ?? '').split(',').filter(Boolean)
  const is_shown = shown.includes(id)
  const toggle = () =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        const next = is_shown ? shown.filter((one) => one !== id) : [...shown, id]
        if (next.length === 0) after.delete(PARAM)
        else after.set(PARAM, next.join(','))
        return after
      },
      { replace: true },
    )
  return [is_shown, toggle]
}
