import { api } from '@heatfleet/contract/api.ts'
import type { ShipmentTab, ShippedDevice } from '@heatfleet/contract/shipments/shipments.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { useExportColumns } from '../../exports/export-columns.ts'
import { useTableLayout } from '../../lists/table-layout.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { PAGE_SIZES } from '../../ui/list-address.ts'
import { statusOf } from '../../ui/list-status.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { type ListAddress, unitRequest } from './list-address.ts'
import { RecallSelected } from './recall-selected.tsx'
import { ShipSelected } from './ship-selected.tsx'
import { useUnitColumns } from './unit-columns.tsx'

const NO_ROWS: readonly ShippedDevice[] = []

/** Units to be shipped, shipped or returned. */
export function UnitTable(props: {
  tab: ShipmentTab
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  filtered: boolean
  onClear: () => void
}) {
  const { tab, address, change, filtered, onClear } = props
  const t = useMessages('shipments')
  const navigate = useNavigate()
  const columns = useUnitColumns(tab)
  const [layout, setLayout] = useTableLayout('shipments', columns)
  const export_columns = useExportColumns('shipment-list', layout.shown)
  const request = unitRequest(address, tab)
  const list = useRead(api.shippedDeviceList, request, { placeholder: 'keep' })
  const total = list.data?.total ?? 0
  const [kept, setKept] = useState<{ of: string; selection: Selection<ShippedDevice> }>()
  // A selection lives as long as the same units match.
  const of = JSON.stringify(request.body)
  const selection = kept?.of === of ? kept.selection : nothingSelected<ShippedDevice>()
  const release = () => setKept(undefined)
  return (
    <DataTable
      label={t(($) => $.tabs[tab])}
      columns={columns}
      layout={layout}
      rows={list.data?.list ?? NO_ROWS}
      keyOf={keyOf}
      nameOf={nameOf}
      total={total}
      status={statusOf(list, 'shipment:view')}
      empty={
        filtered ? (
          <NoMatch onClear={onClear} />
        ) : (
          <NeverAny title={t(($) => $.empty[tab])} text={t(($) => $.empty[`${tab}_hint`])} />
        )
      }
      sort={{ by: 'newest', order: 'asc' }}
      onSort={() => {}}
      paging={{ pageNo: address.pageNo, size: address.size }}
      page_sizes={PAGE_SIZES}
      onPaging={change}
      {...(tab === 'returned'
        ? {}
        : {
            selection,
            onSelection: (next: Selection<ShippedDevice>) => setKept({ of, selection: next }),
            selection_tools:
              tab === 'to_ship' ? (
                <ShipSelected selection={selection} total={total} request={request} onDone={release} />
              ) : (
                <RecallSelected selection={selection} onDone={release} />
              ),
          })}
      onOpen={({ mac }, in_new_tab) => {
        const path = `/device/device-detail/${mac}`
        if (in_new_tab) window.open(`#${path}`, '_blank', 'noopener')
        else void navigate(path)
      }}
      summary={
        list.data === undefined
          ? ''
          : tab === 'to_ship'
            ? t(($) => $.units, { count: total })
            : t(($) => $.entries, { count: total })
      }
      tools={
        <>
          <ExportButton
            kind="shipment-list"
            needs="shipment:export"
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

const keyOf = ({ mac, shipment_id }: ShippedDevice): string => `${shipment_id ?? ''} ${mac}`
const nameOf = ({ mac }: ShippedDevice): string => mac
