import { api } from '@heatfleet/contract/api.ts'
import type { Shipment } from '@heatfleet/contract/shipments/shipments.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { layoutFor } from '../../ui/data-table-columns.ts'
import { useDisplay } from '../../ui/display.ts'
import { PAGE_SIZES } from '../../ui/list-address.ts'
import { statusOf } from '../../ui/list-status.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { useBatchColumns } from './batch-columns.tsx'
import { batchFilter, type ListAddress } from './list-address.ts'

const NO_ROWS: readonly Shipment[] = []

/** Batches, the newest first; one opens as the list of its units. */
export function BatchTable(props: {
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  filtered: boolean
  onClear: () => void
}) {
  const { address, change, filtered, onClear } = props
  const t = useMessages('shipments')
  const columns = useBatchColumns()
  const density = useDisplay((display) => display.density)
  const layout = useMemo(() => layoutFor(null, columns, density), [columns, density])
  const query = { pageNo: address.pageNo, size: address.size }
  const list = useRead(api.shipmentList, { query, body: batchFilter(address) }, { placeholder: 'keep' })
  const total = list.data?.total ?? 0
  return (
    <DataTable
      label={t(($) => $.tabs.batches)}
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
          <NeverAny title={t(($) => $.empty.batches)} text={t(($) => $.empty.batches_hint)} />
        )
      }
      sort={{ by: 'newest', order: 'asc' }}
      onSort={() => {}}
      paging={query}
      page_sizes={PAGE_SIZES}
      onPaging={change}
      onOpen={({ batch_no, returned_count, device_count }) =>
        change({ tab: returned_count === device_count ? 'returned' : 'shipped', batch_no })
      }
      summary={list.data === undefined ? '' : t(($) => $.batches, { count: total })}
    />
  )
}

const keyOf = ({ shipment_id }: Shipment): string => String(shipment_id)
const nameOf = ({ batch_no }: Shipment): string => batch_no
