import { api } from '@heatfleet/contract/api.ts'
import type { DeviceDetail } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { CheckIcon, CloseIcon, EditIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import css from './device-detail.module.css'

/** The name of the device, editable in place. */
export const DeviceName = ({ device }: { device: DeviceDetail }) => {
  const t = useMessages('device-detail')
  const [editing, setEditing] = useState(false)
  const missing_permission = useMissingPermission('device:edit')
  if (editing) return <NameForm device={device} onDone={() => setEditing(false)} />
  return (
    <span className={css.name}>
      {device.device_name || device.mac}
      <Button
        kind="text"
        size="small"
        icon={EditIcon}
        label={t(($) => $.header.rename)}
        disabledReason={missing_permission}
        onClick={() => setEditing(true)}
      />
    </span>
  )
}

const NameForm = ({ device, onDone }: { device: DeviceDetail; onDone: () => void }) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const errorText = useErrorText()
  const rename = useChange(api.deviceUpdate)
  const [name, setName] = useState(device.device_name)
  const trimmed = name.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (trimmed === '') return
    try {
      if (trimmed !== device.device_name) await rename.mutateAsync({ query: { mac: device.mac, device_name: trimmed } })
      onDone()
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <form
      className={css.nameForm}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <TextField
        label={t(($) => $.header.name)}
        quiet
        autoFocus
        maxLength={LIMITS.device_name_max}
        value={name}
        onChange={setName}
      />
      <Button type="submit" icon={CheckIcon} label={t(($) => $.header.save)} busy={rename.isPending} />
      <Button kind="text" icon={CloseIcon} label={t(($) => $.header.cancel)} onClick={onDone} />
    </form>
  )
}
