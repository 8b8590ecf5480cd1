import { useMessages } from '../messages/messages.ts'
import s from './data-table-bar.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { countSelected, everythingSelected, nothingSelected } from './data-table-selection.ts'

type BarProps<Row, Key extends string> = Pick<
  DataTableProps<Row, Key>,
  'total' | 'selection' | 'onSelection' | 'summary' | 'tools' | 'selection_tools' | 'status'
>

/**
 * The bar above the header: shows the number of matches, or the selection with an offer to select all matches. Always
 * present, so that selecting the first row does not shift the table.
 */
export const TableBar = <Row, Key extends string>(props: BarProps<Row, Key>) => {
  const t = useMessages('ui')
  const { selection, total, onSelection } = props
  const selected = selection === undefined ? 0 : countSelected(selection, total)
  if (selected === 0)
    return (
      <div className={s.bar}>
        <div className={s.summary} role="status">
          {props.summary}
        </div>
        {props.tools}
      </div>
    )
  return (
    <div className={s.bar} data-selected>
      <strong role="status">{t(($) => $.table.selected, { count: selected })}</strong>
      {selected < total && (
        <button type="button" className={s.link} onClick={() => onSelection?.(everythingSelected())}>
          {t(($) => $.table.select_all, { count: total })}
        </button>
      )}
      <button type="button" className={s.link} onClick={() => onSelection?.(nothingSelected())}>
        {t(($) => $.table.select_none)}
      </button>
      <span className={s.space} />
      {props.selection_tools}
    </div>
  )
}
