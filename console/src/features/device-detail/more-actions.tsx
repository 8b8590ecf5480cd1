import { api } from '@heatfleet/contract/api.ts'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { BoltIcon, MoreIcon, RefreshIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { type UnitAction, UnitDialog, useUnitItems } from '../devices/public.ts'
import { ReplaceDrawer } from '../replacements/public.ts'
import type { DeviceView } from './device-view.ts'

/** What is rarely done with a unit. */
export const MoreActions = ({ view: { device } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const replacements = useMessages('replacements')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('device:replace')
  const [open, setOpen] = useState<'replace' | 'restart' | null>(null)
  const missing_control = useMissingPermission('device:control')
  const offline = device.online_status === 'online' ? undefined : t(($) => $.header.offline)
  const [action, setAction] = useState<UnitAction | null>(null)
  const unit_items = useUnitItems(setAction)
  const reason =
    missing_permission ?? (device.replaced_time === null ? undefined : replacements(($) => $.problems.old_replaced))
  return (
    <>
      <DropdownMenu
        label={t(($) => $.header.more)}
        trigger={(button) => <Button {...button} icon={MoreIcon} label={t(($) => $.header.more)} />}
        items={[
          ...unit_items,
          { key: 'divider', divider: true },
          {
            key: 'restart',
            label: t(($) => $.header.restart.action),
            icon: BoltIcon,
            disabledReason: missing_control ?? offline,
            onSelect: () => setOpen('restart'),
          },
          {
            key: 'replace',
            label: replacements(($) => $.replace.action),
            icon: RefreshIcon,
            ...(reason === undefined ? {} : { disabledReason: reason }),
            onSelect: () => setOpen('replace'),
          },
        ]}
      />
      {action !== null && (
        <Suspense>
          <UnitDialog action={action} unit={device} onClose={() => setAction(null)} />
        </Suspense>
      )}
      {open === 'restart' && <RestartDialog device={device} onClose={() => setOpen(null)} />}
      {open === 'replace' && (
        <Suspense>
          <ReplaceDrawer
            mac={device.mac}
            name={device.device_name || device.mac}
            onDone={(mac) => void navigate(`/device/device-detail/${mac}`)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** A restart helps where a module hangs: the unit is offline for a while, which is confirmed first. */
const RestartDialog = ({ device, onClose }: { device: DeviceView['device']; onClose: () => void }) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const restart = useChange(api.restartModule)
  return (
    <PlainConfirm
      title={t(($) => $.header.restart.title, { name: device.device_name || device.mac })}
      text={t(($) => $.header.restart.text)}
      confirm={t(($) => $.header.restart.action)}
      onClose={onClose}
      onConfirm={async () => {
        const { sent } = await restart.mutateAsync({ body: { mac: device.mac } })
        if (sent) notify.success(t(($) => $.header.restart.done))
        else notify.error(t(($) => $.header.offline))
      }}
    />
  )
}
