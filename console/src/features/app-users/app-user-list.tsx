import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { nameOf } from '../../bindings/person-name.ts'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { ExportSelected } from '../../exports/export-selected.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { UserIcon } from '../../ui/icons.tsx'
import { useListAddress } from '../../ui/list-address.ts'
import { statusOf } from '../../ui/list-status.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'
import { useExportColumns } from './export-columns.ts'
import { listRequest, PAGE_SIZES, PARAMS } from './list-address.ts'
import { useUserColumns } from './list-columns.tsx'
import { useUserFilters } from './list-filters.tsx'
import { userPath } from './paths.ts'
import { SelectionActions } from './selection-actions.tsx'

/** The end users of the app (product 3.20): filters in the address, and the table. */
export function Component() {
  const t = useWords('app-users')
  const navigate = useNavigate()
  const { address, change, turn, clear, view, open } = useListAddress(PARAMS)
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
  return (
    <Page fill title={t(($) => $.title)} actions={<SavedViews list="app-users" query={view} onOpen={open} />}>
      <FilterBar fields={fields} onReset={clear} />
      <DataTable
        label={t(($) => $.title)}
        columns={columns}
        layout={layout}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        total={total}
        status={statusOf(list, 'appuser:view')}
        empty={
          filtered ? (
            <NoMatch onClear={clear} />
          ) : (
            <NeverAny icon={UserIcon} title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />
          )
        }
        sort={{ by: address.sort_by, order: address.sort_order }}
        onSort={({ by, order }) => turn({ sort_by: by, sort_order: order })}
        paging={{ pageNo: address.pageNo, size: address.size }}
        page_sizes={PAGE_SIZES}
        onPaging={turn}
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
