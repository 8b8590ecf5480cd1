import { REPLACEMENT_UNDO_DAYS, type Replacement } from '@heatfleet/contract/replacements/replacements.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { DeviceIcon } from '../../ui/icons.tsx'
import { RowActions as RowMenu } from '../../ui/row-actions.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** The menu at the end of a replacement's row. */
export function RowActions({ replacement }: { replacement: Replacement }) {
  const t = useMessages('replacements')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('device:replace')
  const [undoing, setUndoing] = useState(false)
  const { mac, device_name, undo_until } = replacement
  const reason =
    missing_permission ?? (undo_until === null ? t(($) => $.undo.none, { days: REPLACEMENT_UNDO_DAYS }) : undefined)
  return (
    <>
      <RowMenu
        label={t(($) => $.row.of, { device: device_name || mac })}
        items={[
          {
            key: 'open',
            label: t(($) => $.row.open),
            icon: DeviceIcon,
            onSelect: () => void navigate(`/device/device-detail/${mac}`),
          },
          {
            key: 'undo',
            label: t(($) => $.undo.action),
            danger: true,
            ...(reason === undefined ? {} : { disabledReason: reason }),
            onSelect: () => setUndoing(true),
          },
        ]}
      />
      {undoing && <UndoDialog replacement={replacement} onClose={() => setUndoing(false)} />}
    </>
  )
}
