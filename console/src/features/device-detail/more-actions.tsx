import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { type UnitAction, UnitDialog, useUnitItems } from '../devices/public.ts'
import { ReplaceDrawer } from '../replacements/public.ts'
import type { DeviceView } from './device-view.ts'

/** What is rarely done with a unit. */
export const MoreActions = ({ view: { device } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const replacements = useMessages('replacements')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('device:replace')
  const [open, setOpen] = useState(false)
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
            key: 'replace',
            label: replacements(($) => $.replace.action),
            ...(reason === undefined ? {} : { disabledReason: reason }),
            onSelect: () => setOpen(true),
          },
        ]}
      />
      {action !== null && (
        <Suspense>
          <UnitDialog action={action} unit={device} onClose={() => setAction(null)} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <ReplaceDrawer
            mac={device.mac}
            name={device.device_name || device.mac}
            onDone={(mac) => void navigate(`/device/device-detail/${mac}`)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
