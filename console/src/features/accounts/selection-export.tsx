import type { Account } from '@heatfleet/contract/account-row.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ExportButton, type ExportColumn } from '../../exports/export-button.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { useWords } from '../../words/words.ts'
import type { ListRequest } from './list-address.ts'

type ExportProps = {
  columns: readonly ExportColumn<'account-list'>[]
  selection: Selection<Account>
  total: number
  request: ListRequest
}

/** Exports the selected accounts: those ticked one by one, or all that match but those released by hand. */
export function SelectionExport({ columns, selection, total, request }: ExportProps) {
  const t = useWords('accounts')
  const named = (selection.kind === 'some' ? [...selection.rows.keys()] : [...selection.except]).map(Number)
  const filter =
    selection.kind === 'some'
      ? { uids: named }
      : { ...request.body, ...(named.length === 0 ? {} : { except_uids: named }) }
  return (
    <ExportButton
      kind="account-list"
      needs="account:view"
      filter={filter}
      columns={columns}
      total={countSelected(selection, total)}
      {...(named.length > LIMITS.filter_ids_max
        ? { disabledReason: t(($) => $.batch.limit, { max: LIMITS.filter_ids_max }) }
        : {})}
    />
  )
}
