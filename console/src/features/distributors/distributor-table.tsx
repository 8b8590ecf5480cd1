import { api } from '@heatfleet/contract/api.ts'
import { DISTRIBUTOR_SORTS, type Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { useExportColumns } from '../../exports/export-columns.ts'
import { ExportSelected } from '../../exports/export-selected.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { statusOf } from '../../ui/list-status.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { useColumns } from './columns.tsx'
import { type ListAddress, listRequest, PAGE_SIZES } from './list-address.ts'
import { detailPath, newPath } from './paths.ts'
import { SelectionActions } from './selection-actions.tsx'

const NO_ROWS: readonly Distributor[] = []

/** Distributors as a table; `parent_id`: those directly below it. */
export function DistributorTable(props: {
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  /** Something filters, so that an empty list means "no match". */
  filtered: boolean
  onClear: () => void
  parent_id?: number
}) {
  const { address, change, filtered, onClear, parent_id } = props
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const lacks = useMissingPermission('agent:create')
  const columns = useColumns()
  const [layout, setLayout] = useTableLayout('distributors', columns)
  const export_columns = useExportColumns('agent-list', layout.shown)
  const request = listRequest(address, parent_id)
  const list = useRead(api.agentList, request, { placeholder: 'keep' })
  const total = list.data?.total ?? 0
  const [kept, setKept] = useState<{ of: string; selection: Selection<Distributor> }>()
  // A selection lives as long as the same distributors match.
  const of = JSON.stringify({ ...request.body, sort_by: '', sort_order: '' })
  const selection = kept?.of === of ? kept.selection : nothingSelected<Distributor>()
  return (
    <DataTable
      label={t(($) => $.title)}
      columns={columns}
      layout={layout}
      rows={list.data?.list ?? NO_ROWS}
      keyOf={keyOf}
      nameOf={nameOf}
      total={total}
      status={statusOf(list, 'agent:view')}
      empty={
        filtered ? (
          <NoMatch onClear={onClear} />
        ) : (
          <NeverAny
            title={t(($) => $.never_any)}
            text={t(($) => $.never_any_hint)}
            action={
              <Button icon={PlusIcon} disabledReason={lacks} onClick={() => void navigate(newPath(parent_id))}>
                {t(($) => $.create)}
              </Button>
            }
          />
        )
      }
      sort={{ by: address.sort_by, order: address.sort_order }}
      onSort={({ by, order }: Sort) => {
        const sort_by = DISTRIBUTOR_SORTS.find((sort) => sort === by)
        if (sort_by !== undefined) change({ sort_by, sort_order: order })
      }}
      paging={{ pageNo: address.pageNo, size: address.size }}
      page_sizes={PAGE_SIZES}
      onPaging={change}
      selection={selection}
      onSelection={(next) => setKept({ of, selection: next })}
      selection_tools={
        <>
          <SelectionActions selection={selection} total={total} request={request} />
          <ExportSelected
            kind="agent-list"
            needs="agent:export"
            columns={export_columns}
            selection={selection}
            total={total}
            only={(ids) => ({ agent_ids: ids.map(Number) })}
            except={(ids) => ({ ...request.body, except_agent_ids: ids.map(Number) })}
          />
        </>
      }
      onOpen={({ agent_id }, in_new_tab) => {
        if (in_new_tab) window.open(`#${detailPath(agent_id)}`, '_blank', 'noopener')
        else void navigate(detailPath(agent_id))
      }}
      summary={list.data === undefined ? '' : t(($) => $.matching, { count: total })}
      tools={
        <>
          <ExportButton
            kind="agent-list"
            needs="agent:export"
            filter={request.body ?? {}}
            columns={export_columns}
            total={total}
          />
          <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
        </>
      }
    />
  )
}

const keyOf = ({ agent_id }: Distributor): string => String(agent_id)
const nameOf = ({ agent_name }: Distributor): string => agent_name
