import type { ReactNode } from 'react'
import s from './card-list.module.css'
import { TableBar } from './data-table-bar.tsx'
import { TablePager } from './data-table-pager.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { isSelected, setSelected } from './data-table-selection.ts'

type CardListProps<Row> = Pick<
  DataTableProps<Row, string>,
  | 'label'
  | 'rows'
  | 'keyOf'
  | 'nameOf'
  | 'total'
  | 'status'
  | 'empty'
  | 'paging'
  | 'page_sizes'
  | 'onPaging'
  | 'selection'
  | 'onSelection'
  | 'summary'
  | 'tools'
  | 'selection_tools'
> & { card: (row: Row) => ReactNode }

/** The rows of a list as cards, for phones and for a look over few: the same paging, selection and states as the table. */
export const CardList = <Row,>(props: CardListProps<Row>) => {
  const { rows, keyOf, status, selection } = props
  return (
    <section className={s.frame} aria-label={props.label}>
      <TableBar {...props} />
      {status.kind === 'refused' && <div className={s.state}>{status.reason}</div>}
      {status.kind === 'ready' && rows.length === 0 && <div className={s.state}>{props.empty}</div>}
      <ul
        className={s.cards}
        aria-label={props.label}
        aria-busy={status.kind === 'loading' || (status.kind === 'ready' && status.busy)}
      >
        {status.kind === 'ready' &&
          rows.map((row) => {
            const selected = selection !== undefined && isSelected(selection, keyOf(row))
            return (
              <li key={keyOf(row)} className={s.card} data-selected={selected || undefined}>
                {selection !== undefined && (
                  <input
                    type="checkbox"
                    className={s.box}
                    aria-label={props.nameOf(row)}
                    checked={selected}
                    onChange={() => props.onSelection?.(setSelected(selection, [row], keyOf, !selected))}
                  />
                )}
                {props.card(row)}
              </li>
            )
          })}
      </ul>
      <TablePager total={props.total} {...props.paging} page_sizes={props.page_sizes} onPaging={props.onPaging} />
    </section>
  )
}
