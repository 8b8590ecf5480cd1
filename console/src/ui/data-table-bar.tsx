import { useMessages } from '../messages/messages.ts'
import s from './data-table-bar.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { countSelected, everythingSelected, nothingSelected } from './data-table-selection.ts'

type BarProps<Row, Key extends string> = Pick<
  DataTableProps<Row, Key>,
  'total' | 'selection' | 'onSelection' | 'summary' | 'tools' | 'selection_tools' | 'status'
>

/**
 * The bar over the header. It is always there, so that selecting the first row moves nothing under the pointer: it
 * counts what matches, or what is selected with the offer to select all that match.
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
