import { api } from '@heatfleet/contract/api.ts'
import { ORDER_TABS } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { useExportColumns } from '../../exports/export-columns.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { orderPath } from '../../orders/order-paths.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useListAddress } from '../../ui/list-address.ts'
import { Page } from '../../ui/page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NewOrder } from './new-order.tsx'
import { ORDER_PARAMS, orderRequest } from './order-address.ts'
import { useOrderColumns } from './order-columns.tsx'
import { useOrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'

/** What people report about their units (product 3.36): tabs, filters in the address, and the table. */
export function Component() {
  const t = useMessages('service-orders')
  const navigate = useNavigate()
  const lacks = useMissingPermission('order:create')
  const [creating, setCreating] = useState(false)
  const { address, change, clear, turn, match, view, open } = useListAddress(ORDER_PARAMS)
  const request = orderRequest(address)
  const read = useRead(api.orderList, request, { placeholder: 'keep' })
  const fields = useOrderFilters(address, change, 'feedback')
  const columns = useOrderColumns('orders')
  const [layout] = useTableLayout('orders', columns)
  const written = useExportColumns('order-list', layout.shown)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews list="orders" query={view} onOpen={open} />
          <Button kind="primary" icon={PlusIcon} disabledReason={lacks} onClick={() => setCreating(true)}>
            {t(($) => $.actions.create)}
          </Button>
        </>
      }
    >
      <Tabs
        label={t(($) => $.title)}
        value={address.tab}
        onChange={(tab) => change({ tab })}
        items={ORDER_TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
      />
      <OrderTable
        list="orders"
        title={t(($) => $.title)}
        columns={columns}
        fields={fields}
        read={read}
        needs="order:view"
        address={address}
        turn={turn}
        match={match}
        onClear={() => keepTab(clear, change, address.tab)}
        never={<NeverAny title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />}
        tools={
          <ExportButton
            kind="order-list"
            needs="order:export"
            filter={request.body ?? {}}
            columns={written}
            total={read.data?.total ?? 0}
          />
        }
      />
      {creating && (
        <NewOrder onClose={() => setCreating(false)} onCreated={(order_id) => void navigate(orderPath(order_id))} />
      )}
    </Page>
  )
}

type Tab = (typeof ORDER_TABS)[number]
/** Without filters, and still in the same tab. */
const keepTab = (clear: () => void, change: (part: { tab: Tab }) => void, tab: Tab): void => {
  clear()
  change({ tab })
}
