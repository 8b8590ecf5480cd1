import { api } from '@heatfleet/contract/api.ts'
import { OF_ALARM, OF_DEVICE } from '@heatfleet/contract/service-orders/limits.ts'
import { ORDER_TABS } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useCreateRequest } from '../../lists/use-create-request.ts'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAlarmText } from '../alarms/public.ts'
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
      <OrderOfAlarm onCreated={(order_id) => void navigate(orderPath(order_id))} />
      <OrderOfDevice onCreated={(order_id) => void navigate(orderPath(order_id))} />
    </ListScreen>
  )
}

/** A word of the address, and how it is taken out of it. */
const useWord = (name: string) => {
  const [query, setQuery] = useSearchParams()
  const remove = () =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.delete(name)
      return after
    })
  return [query.get(name), remove] as const
}

/** The form of an order about a device, where the address names one. */
function OrderOfDevice({ onCreated }: { onCreated: (order_id: number) => void }) {
  const [mac, remove] = useWord(OF_DEVICE)
  return mac === null ? null : <NewOrder about={{ mac }} onClose={remove} onCreated={onCreated} />
}

/** The form of an order about an alarm, where the address names one. */
function OrderOfAlarm({ onCreated }: { onCreated: (order_id: number) => void }) {
  const t = useMessages('service-orders')
  const textOf = useAlarmText()
  const [id, remove] = useWord(OF_ALARM)
  const { data: alarm } = useRead(api.alarmInfo, { params: { id: id ?? '' } }, { enabled: id !== null })
  if (id === null || alarm === undefined) return null
  const problem = t(($) => $.create.about_alarm, { id, alarm: textOf(alarm) })
  const is_urgent = alarm.severity === 'critical'
  return (
    <NewOrder
      about={{ mac: alarm.mac, alarm: { alarm_id: alarm.alarm_id, problem, is_urgent } }}
      onClose={remove}
      onCreated={onCreated}
    />
  )
}
