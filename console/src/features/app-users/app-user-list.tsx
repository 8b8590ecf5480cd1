import { api } from '@heatfleet/contract/api.ts'
import { APP_USER_SORTS, type AppUser } from '@heatfleet/contract/app-users.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { nameOf } from '../../bindings/person-name.ts'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { ExportSelected } from '../../exports/export-selected.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import type { TableStatus } from '../../ui/data-table-props.ts'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { UserIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState, NeverAny, NoMatch, NoPermission } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'
import { useExportColumns } from './export-columns.ts'
import {
  type ListAddress,
  listRequest,
  PAGE_SIZES,
  readAddress,
  viewOf,
  withoutFilters,
  writeAddress,
} from './list-address.ts'
import { useUserColumns } from './list-columns.tsx'
import { useUserFilters } from './list-filters.tsx'
import { userPath } from './paths.ts'
import { SelectionActions } from './selection-actions.tsx'

/** The end users of the app (product 3.20): filters in the address, and the table. */
export function Component() {
  const t = useWords('appUsers')
  const navigate = useNavigate()
  const { address, go, change, open } = useAddress()
  const request = listRequest(address)
  const list = useRead(api.appUserList, request, { placeholder: 'keep' })
  const fields = useUserFilters(address, change)
  const columns = useUserColumns()
  const [layout, setLayout] = useTableLayout('app-users', columns)
  const written = useExportColumns(layout.shown)
  const [selection, setSelection] = useState<Selection<AppUser>>(nothingSelected)
  const rows = list.data?.list ?? NO_ROWS
  const total = list.data?.total ?? 0
  const filtered = fields.some((field) => field.chip !== undefined)
  const clear = () => go(withoutFilters(address))
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={<SavedViews list="app-users" query={viewOf(address)} onOpen={open} />}
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
          const sort_by = APP_USER_SORTS.find((sort) => sort === by)
          if (sort_by !== undefined) change({ sort_by, sort_order: order })
        }}
        paging={{ pageNo: address.pageNo, size: address.size }}
        page_sizes={PAGE_SIZES}
        onPaging={change}
        selection={selection}
        onSelection={setSelection}
        onOpen={({ app_user_id }, in_new_tab) => {
          if (in_new_tab) window.open(`#${userPath(app_user_id)}`, '_blank', 'noopener')
          else void navigate(userPath(app_user_id))
        }}
        summary={list.data === undefined ? '' : t(($) => $.matching, { count: total })}
        tools={
          <>
            <ExportButton
              kind="app-user-list"
              needs="appuser:export"
              filter={request.body ?? {}}
              columns={written}
              total={total}
            />
            <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
          </>
        }
        selection_tools={
          <>
            <SelectionActions selection={selection} total={total} request={request} />
            <ExportSelected
              kind="app-user-list"
              needs="appuser:export"
              columns={written}
              selection={selection}
              total={total}
              only={(ids) => ({ app_user_ids: ids.map(Number) })}
              except={(ids) => ({ ...request.body, except_app_user_ids: ids.map(Number) })}
            />
          </>
        }
      />
    </Page>
  )
}

const NO_ROWS: readonly AppUser[] = []
const keyOf = ({ app_user_id }: AppUser): string => String(app_user_id)

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
    return { kind: 'refused', reason: <NoPermission permission="appuser:view" /> }
  if (list.data === undefined && list.error !== null)
    return { kind: 'refused', reason: <ErrorState error={list.error} onRetry={() => void list.refetch()} /> }
  return list.data === undefined ? { kind: 'loading' } : { kind: 'ready', busy: list.isPlaceholderData }
}
