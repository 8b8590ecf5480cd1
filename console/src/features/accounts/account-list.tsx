import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { ExportSelected } from '../../exports/export-selected.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import { columnsOf } from '../../ui/data-table-columns.ts'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PlusIcon, UserIcon } from '../../ui/icons.tsx'
import { useListAddress } from '../../ui/list-address.ts'
import { statusOf } from '../../ui/list-status.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { useLacks } from '../../words/lacks.ts'
import { useWords } from '../../words/words.ts'
import { useAccountDeeds } from './account-deeds.tsx'
import { useDeedItems } from './deed-items.ts'
import { useExportColumns } from './export-columns.ts'
import { listRequest, PAGE_SIZES, PARAMS } from './list-address.ts'
import { useAccountColumns } from './list-columns.tsx'
import { useAccountFilters } from './list-filters.tsx'
import { accountPath } from './paths.ts'
import { DeedItemsContext } from './row-actions.tsx'
import { SelectionActions } from './selection-actions.tsx'

/** Account management (product 3.29): filters in the address, and the table. */
export function Component() {
  const t = useWords('accounts')
  const navigate = useNavigate()
  const { address, change, turn, clear, view, open } = useListAddress(PARAMS)
  const lacks = useLacks('account:create')
  const request = listRequest(address)
  const list = useRead(api.accountList, request, { placeholder: 'keep' })
  const fields = useAccountFilters(address, change)
  const columns = useAccountColumns()
  const [layout, setLayout] = useTableLayout('accounts', columns)
  const { start, dialogs } = useAccountDeeds()
  const itemsOf = useDeedItems(start)
  const written = useExportColumns(columnsOf(layout, columns).map(({ key }) => key))
  const [selection, setSelection] = useState<Selection<Account>>(nothingSelected)
  const rows = list.data?.list ?? NO_ROWS
  const total = list.data?.total ?? 0
  const filtered = fields.some((field) => field.chip !== undefined)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews list="accounts" query={view} onOpen={open} />
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
      <DeedItemsContext value={itemsOf}>
        <DataTable
          label={t(($) => $.title)}
          columns={columns}
          layout={layout}
          rows={rows}
          keyOf={keyOf}
          nameOf={nameOf}
          total={total}
          status={statusOf(list, 'account:view')}
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
          onOpen={({ uid: opened }, in_new_tab) => {
            if (in_new_tab) window.open(`#${accountPath(opened)}`, '_blank', 'noopener')
            else void navigate(accountPath(opened))
          }}
          summary={list.data === undefined ? '' : t(($) => $.matching, { count: total })}
          tools={
            <>
              <ExportButton
                kind="account-list"
                needs="account:view"
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
                kind="account-list"
                needs="account:view"
                columns={written}
                selection={selection}
                total={total}
                only={(uids) => ({ uids: uids.map(Number) })}
                except={(uids) => ({ ...request.body, except_uids: uids.map(Number) })}
              />
            </>
          }
        />
      </DeedItemsContext>
      {dialogs}
    </Page>
  )
}

const NO_ROWS: readonly Account[] = []
const keyOf = ({ uid }: Account): string => String(uid)
const nameOf = ({ user_name }: Account): string => user_name
