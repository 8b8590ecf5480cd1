import type { MouseEvent, ReactNode } from 'react'
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

const PRESSED = 'a, button, input, label, select, textarea, [role=menu], [role=dialog]'

/** A row of any list as a card, for phones: what names it on top, its other columns as facts. */
export function RowCard<Row>({ row, columns, name, onOpen }: RowCardProps<Row>) {
  const t = useMessages('ui')
  const naming = columns.find(({ always, fixed }) => always === true && fixed !== 'end') ?? columns[0]
  const ends = columns.filter(({ fixed }) => fixed === 'end')
  const facts = columns.filter((column) => column !== naming && column.fixed !== 'end')
  /** What is pressed by itself opens nothing else, and neither does the end of a text selection. */
  const onClick = ({ target }: MouseEvent) => {
    if (onOpen === undefined || !(target instanceof Element) || target.closest(PRESSED) !== null) return
    if (document.getSelection()?.isCollapsed !== false) onOpen(row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow does the same by keyboard
    <article aria-label={name} className={css.card} data-opens={onOpen !== undefined || undefined} onClick={onClick}>
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
