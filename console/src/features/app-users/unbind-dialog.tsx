import { api } from '@heatfleet/contract/api.ts'
import type { BoundDevice } from '@heatfleet/contract/bindings/bindings.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { SwitchField } from '../../ui/field-check.tsx'
import { useNotify } from '../../ui/notify.tsx'
import styles from './app-users.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

/** Takes a unit from an app user, with a reason and the name typed. Mounted = open. */
export function UnbindDialog(props: {
  app_user_id: number
  device: Pick<BoundDevice, 'mac' | 'role'>
  name: string
  onClose: () => void
}) {
  const t = useMessages('app-users')
  const toast = useNotify()
  const unbind = useChange(api.unbindDevice)
  const { app_user_id, device, name } = props
  const [notify, setNotify] = useState(true)
  const [clear, setClear] = useState(false)
  return (
    <ReasonDialog
      title={t(($) => $.unbind.title, { device: name })}
      text={device.role === 'owner' ? t(($) => $.unbind.owner_text) : t(($) => $.unbind.shared_text)}
      reason={t(($) => $.unbind.reason)}
      expected={name}
      typed={t(($) => $.unbind.type, { device: name })}
      differs={t(($) => $.unbind.differs)}
      missing={t(($) => $.unbind.missing)}
      confirm={t(($) => $.unbind.confirm)}
      onClose={props.onClose}
      onConfirm={async (reason) => {
        await unbind.mutateAsync({
          params: { id: app_user_id, deviceId: device.mac },
          query: { reason, notify: notify ? 'yes' : 'no', clear_data: clear ? 'yes' : 'no' },
        })
        toast.success(t(($) => $.unbind.done))
      }}
    >
      <SwitchField
        label={t(($) => (device.role === 'owner' ? $.unbind.notify_all : $.unbind.notify))}
        checked={notify}
        onChange={setNotify}
      />
      <p className={styles.note}>{t(($) => $.unbind.notify_hint)}</p>
      {device.role === 'owner' && (
        <>
          <SwitchField label={t(($) => $.unbind.clear)} checked={clear} onChange={setClear} />
          <p className={styles.note}>{t(($) => $.unbind.clear_hint)}</p>
        </>
      )}
    </ReasonDialog>
  )
}
