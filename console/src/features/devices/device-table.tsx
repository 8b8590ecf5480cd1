import { api } from '@heatfleet/contract/api.ts'
import { DEVICE_SORTS, type Device } from '@heatfleet/contract/devices/devices.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { requestedAt } from '../../cloud/call.ts'
import { useWatch } from '../../cloud/live.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { useExportColumns } from '../../exports/export-columns.ts'
import { ExportSelected } from '../../exports/export-selected.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { statusOf } from '../../ui/list-status.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { useDeviceColumns } from './columns.tsx'
import { detailPath } from './detail-path.ts'
import { DeviceChangesContext, useDeviceChanges } from './device-changes.ts'
import { type ListAddress, matchKey, PAGE_SIZES } from './list-address.ts'
import type { ListRequest } from './list-request.ts'
import { AskedAt } from './live-device.ts'

type List = ResultOf<typeof api.deviceList>
/** What the table needs of the read: the page, how it went, when it came. */
type Read = {
  data: List | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

type DeviceTableProps = {
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  request: ListRequest
  list: Read
  /** False while the keyword field holds what cannot be asked. */
  askable: boolean
  /** Something filters, so that an empty list means "no match". */
  filtered: boolean
  onClear: () => void
}

/** The table of the device list, bound to its address, the socket and the layout the account keeps. */
export const DeviceTable = ({ address, change, request, list, askable, filtered, onClear }: DeviceTableProps) => {
  const t = useMessages('devices')
  const navigate = useNavigate()
  const columns = useDeviceColumns()
  const [layout, setLayout] = useTableLayout('devices', columns)
  const [selection, setSelection] = useSelection(matchKey(address))
  const changes = useDeviceChanges()
  const [in_view, setInView] = useState<readonly string[]>([])
  useWatch(in_view)

  const page = askable ? list.data : undefined
  const rows = page?.list ?? NO_ROWS
  const total = page?.total ?? 0
  // The file names the signal by what it is, the table by its unit.
  const written = useExportColumns(
    'device-list',
    layout.shown.map((key) => (key === 'rssi_dbm' ? 'signal' : key)),
  )
  return (
    <AskedAt value={requestedAt(list, api.deviceList, request)}>
      <DeviceChangesContext value={changes}>
        <DataTable
          label={t(($) => $.title)}
          columns={columns}
          layout={layout}
          rows={rows}
          keyOf={macOf}
          nameOf={nameOf}
          total={total}
          status={
            askable
              ? statusOf(list, 'device:view')
              : { kind: 'refused', reason: <NeverAny icon={SearchIcon} title={t(($) => $.filters.keyword_mend)} /> }
          }
          empty={
            filtered ? (
              <NoMatch onClear={onClear} />
            ) : (
              <NeverAny title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />
            )
          }
          sort={{ by: address.sort_by, order: address.sort_order }}
          onSort={({ by, order }: Sort) => {
            const sort_by = DEVICE_SORTS.find((sort) => sort === by)
            if (sort_by !== undefined) change({ sort_by, sort_order: order })
          }}
          paging={{ pageNo: address.pageNo, size: address.size }}
          page_sizes={PAGE_SIZES}
          onPaging={change}
          selection={selection}
          onSelection={setSelection}
          onOpen={({ mac }, in_new_tab) => {
            if (in_new_tab) window.open(`#${detailPath(mac)}`, '_blank', 'noopener')
            else void navigate(detailPath(mac))
          }}
          onRowKey={({ mac }, key) => {
            if (key === 'F2' && changes.may_rename) changes.startRename(mac)
            return key === 'F2'
          }}
          onRowsInView={(seen) => setInView(seen.map(macOf))}
          summary={page === undefined ? '' : t(($) => $.matching, { count: total })}
          tools={
            <>
              <ExportButton
                kind="device-list"
                needs="device:export"
                filter={request?.body ?? {}}
                columns={written}
                total={total}
              />
              <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
            </>
          }
          selection_tools={
            <ExportSelected
              kind="device-list"
              needs="device:export"
              columns={written}
              selection={selection}
              total={total}
              only={(macs) => ({ macs })}
              except={(except_macs) => ({ ...request?.body, except_macs })}
            />
          }
        />
      </DeviceChangesContext>
    </AskedAt>
  )
}

const NO_ROWS: readonly Device[] = []
const macOf = (device: Device): string => device.mac
const nameOf = (device: Device): string => device.device_name || device.mac

/** A selection lives as long as the same devices match; page and order do not matter. */
const useSelection = (match: string) => {
  const [kept, setKept] = useState<{ match: string; selection: Selection<Device> }>()
  const selection = kept?.match === match ? kept.selection : nothingSelected<Device>()
  return [selection, (next: Selection<Device>) => setKept({ match, selection: next })] as const
}
