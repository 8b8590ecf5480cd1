import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { ChevronRightIcon } from '../ui/icons.tsx'
import css from './row-card.module.css'

type RowCardProps<Row> = {
  row: Row
  /** Of the table, in its order. */
  columns: readonly Column<Row>[]
  name: string
  /** Undefined where a row opens nothing. */
  onOpen: ((row: Row) => void) | undefined
}

/** A row of any list as a card, for phones: what names it on top, its other columns as facts. */
export function RowCard<Row>({ row, columns, name, onOpen }: RowCardProps<Row>) {
  const t = useMessages('ui')
  const naming = columns.find(({ always, fixed }) => always === true && fixed !== 'end') ?? columns[0]
  const ends = columns.filter(({ fixed }) => fixed === 'end')
  const facts = columns.filter((column) => column !== naming && column.fixed !== 'end')
  return (
    <article aria-label={name} className={css.card}>
      <header className={css.head}>
        <div className={css.name}>{naming?.cell(row)}</div>
        {ends.map((column) => (
          <Cell key={column.key}>{column.cell(row)}</Cell>
        ))}
        {onOpen !== undefined && (
          <Button
            kind="text"
            size="small"
            icon={ChevronRightIcon}
            label={t(($) => $.open_row, { name })}
            onClick={() => onOpen(row)}
          />
        )}
      </header>
      <dl className={css.facts}>
        {facts.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

const Cell = ({ children }: { children: ReactNode }) => <span className={css.end}>{children}</span>
