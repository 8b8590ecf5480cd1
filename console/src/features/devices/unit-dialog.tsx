import { api } from '@heatfleet/contract/api.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatTime } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { MuteDrawer } from '../alarms/public.ts'
import { LabelDialog } from '../imports/public.ts'
import { NewOrder, orderPath } from '../service-orders/public.ts'
import { UnbindDialog } from './unbind-dialog.tsx'
import type { Unit, UnitAction } from './unit-items.tsx'

/** A service order about a unit, a mute of its alarms, or its label. Mounted = open. */
export function UnitDialog({ action, unit, onClose }: { action: UnitAction; unit: Unit; onClose: () => void }) {
  const t = useMessages('devices')
  const lang = useLanguage()
  const navigate = useNavigate()
  const notify = useNotify()
  const mute = useChange(api.alarmMuteCreate)
  const { mac } = unit
  const name = unit.device_name || mac
  switch (action) {
    case 'order':
      return <NewOrder about={{ mac }} onClose={onClose} onCreated={(order_id) => void navigate(orderPath(order_id))} />
    case 'mute':
      return (
        <MuteDrawer
          title={t(($) => $.actions.mute.title_of, { name })}
          onSend={async (time) => {
            await mute.mutateAsync({ body: { mac, ...time } })
            notify.success(t(($) => $.actions.mute.done, { name, time: formatTime(time.until, lang, 'minute') }))
          }}
          onClose={onClose}
        />
      )
    case 'unbind':
      return <UnbindDialog unit={unit} onClose={onClose} />
    case 'labels':
      return <LabelDialog total={1} findMacs={() => Promise.resolve([mac])} onClose={onClose} />
  }
}
