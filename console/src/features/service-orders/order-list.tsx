import { ORDER_TABS } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useCreateRequest } from '../../lists/use-create-request.ts'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { orders } from './list.tsx'
import { NewOrder } from './new-order.tsx'
import { orderPath } from './order-paths.ts'

/** What people report about their units (product 3.36). */
export function Component() {
  const t = useMessages('service-orders')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('order:create')
  const [creating, setCreating] = useState(false)
  useCreateRequest(missing_permission, () => setCreating(true))
  const list = useList(orders, undefined)
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      emptyAction={
        <FillAction needs="order:create" label={t(($) => $.actions.create)} onPress={() => setCreating(true)} />
      }
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => setCreating(true)}>
          {t(($) => $.actions.create)}
        </Button>
      }
      above={
        <Tabs
          label={t(($) => $.title)}
          value={list.address.tab}
          onChange={(tab) => list.change({ tab })}
          items={ORDER_TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        />
      }
    >
      {creating && (
        <NewOrder onClose={() => setCreating(false)} onCreated={(order_id) => void navigate(orderPath(order_id))} />
      )}
    </ListScreen>
  )
}
