import { ACCOUNT_SORTS, type Account } from '@heatfleet/contract/account-row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import { useTableLayout } from '../../ui/data-table-layout.ts'
import type { TableStatus } from '../../ui/data-table-props.ts'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SavedViews } from '../../ui/filter-bar-saved.tsx'
import { PlusIcon, UserIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState, NeverAny, NoMatch, NoPermission } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'
import { useLacks } from './lacks.ts'
import {
  type ListAddress,
  listRequest,
  PAGE_SIZES,
  readAddress,
  viewOf,
  withoutFilters,
  writeAddress,
} from './list-address.ts'
import { useAccountColumns } from './list-columns.tsx'
import { useAccountFilters } from './list-filters.tsx'
import { accountPath } from './paths.ts'
import { SelectionActions } from './selection-actions.tsx'

/** Account management (product 3.29): filters in the address, and the table. */
export function Component() {
  const t = useWords('accounts')
  const navigate = useNavigate()
  const uid = useSession((session) => session.user?.uid ?? 0)
  const { address, go, change, open } = useAddress()
  const lacks = useLacks('account:create')
  const list = useRead(api.accountList, listRequest(address), { placeholder: 'keep' })
  const fields = useAccountFilters(address, change)
  const columns = useAccountColumns()
  const [layout, setLayout] = useTableLayout(`columns.accounts.${uid}`, columns)
  const [selection, setSelection] = useState<Selection<Account>>(nothingSelected)
  const rows = list.data?.list ?? NO_ROWS
  const total = list.data?.total ?? 0
  const filtered = fields.some((field) => field.chip !== undefined)
  const clear = () => go(withoutFilters(address))
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews storage_key={`views.accounts.${uid}`} query={viewOf(address)} onOpen={open} />
          <Button
            kind="primary"
            icon={PlusIcon}
            disabledReason={lacks}
            onClick={() => void navigate(accountPath('new'))}
          >
            {t(($) => $.actions.create)}
          </Button>
        </>
      }
    >
      <FilterBar fields={fields} onReset={clear} />
      <DataTable
        label={t(($) => $.title)}
        columns={columns}
        layout={layout}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        total={total}
        status={statusOf(list)}
        empty={
          filtered ? (
            <NoMatch onClear={clear} />
          ) : (
            <NeverAny icon={UserIcon} title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />
          )
        }
        sort={{ by: address.sort_by, order: address.sort_order }}
        onSort={({ by, order }) => {
          const sort_by = ACCOUNT_SORTS.find((sort) => sort === by)
          if (sort_by !== undefined) change({ sort_by, sort_order: order })
        }}
        paging={{ pageNo: address.pageNo, size: address.size }}
        page_sizes={PAGE_SIZES}
        onPaging={change}
        selection={selection}
        onSelection={setSelection}
        onOpen={({ uid: opened }, in_new_tab) => {
          if (in_new_tab) window.open(`#${accountPath(opened)}`, '_blank', 'noopener')
          else void navigate(accountPath(opened))
        }}
        summary={list.data === undefined ? '' : t(($) => $.matching, { count: total })}
        tools={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
        selection_tools={<SelectionActions selection={selection} onDone={() => setSelection(nothingSelected())} />}
      />
    </Page>
  )
}

const NO_ROWS: readonly Account[] = []
const keyOf = ({ uid }: Account): string => String(uid)
const nameOf = ({ user_name }: Account): string => user_name

/** The address of the list and how to change it; whatever changes what is listed starts at page 1. */
const useAddress = () => {
  const [query, setQuery] = useSearchParams()
  const address = useMemo(() => readAddress(query), [query])
  const go = useCallback((next: ListAddress) => setQuery(writeAddress(next)), [setQuery])
  const change = useCallback(
    // The newest query, not the drawn one: two quick changes must not undo each other.
    (part: Partial<ListAddress>) => setQuery((newest) => writeAddress({ ...readAddress(newest), pageNo: 1, ...part })),
    [setQuery],
  )
  const open = useCallback(
    (saved: string) => setQuery(writeAddress(readAddress(new URLSearchParams(saved)))),
    [setQuery],
  )
  return { address, go, change, open }
}

const statusOf = (list: {
  data: unknown
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}): TableStatus => {
  if (list.error instanceof Refusal && list.error.code === 'no_permission')
    return { kind: 'refused', reason: <NoPermission permission="account:view" /> }
  if (list.data === undefined && list.error !== null)
    return { kind: 'refused', reason: <ErrorState error={list.error} onRetry={() => void list.refetch()} /> }
  return list.data === undefined ? { kind: 'loading' } : { kind: 'ready', busy: list.isPlaceholderData }
}
