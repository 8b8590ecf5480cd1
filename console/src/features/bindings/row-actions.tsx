import { api } from '@heatfleet/contract/api.ts'
import type { Binding } from '@heatfleet/contract/bindings/device-binder.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { TransferDialog } from '../../bindings/transfer-dialog.tsx'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { ClockIcon, DeviceIcon, UserIcon } from '../../ui/icons.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { RowActions as RowMenu } from '../../ui/row-actions.tsx'
import { MarkDialog, UnbindDialog, userPath } from '../app-users/public.ts'
import { HistoryDrawer } from './history-drawer.tsx'

type ActionKind = 'history' | 'mark' | 'transfer' | 'unbind'

/** The menu at the end of a binding's row. */
export function RowActions({ binding }: { binding: Binding }) {
  const t = useMessages('bindings')
  const users = useMessages('app-users')
  const navigate = useNavigate()
  const [open, setOpen] = useState<ActionKind | null>(null)
  const close = () => setOpen(null)
  const mark = useChange(api.markDevice)
  const missing_view_permission = useMissingPermission('appuser:view')
  const missing_mark_permission = useMissingPermission('appuser:mark')
  const missing_unbind_permission = useMissingPermission('binding:unbind')
  const missing_transfer_permission = useMissingPermission('binding:transfer')
  const { mac, device_name, app_user_id, role, marks } = binding
  const name = device_name || mac
  const item = (key: ActionKind, label: string, disabledReason?: string): MenuItem => ({
    key,
    label,
    ...(disabledReason === undefined ? {} : { disabledReason }),
    onSelect: () => setOpen(key),
  })
  return (
    <>
      <RowMenu
        label={t(($) => $.row.of, { device: name, person: appUserName(binding) })}
        items={[
          {
            key: 'open',
            label: t(($) => $.row.open),
            icon: DeviceIcon,
            onSelect: () => void navigate(`/device/device-detail/${mac}`),
          },
          {
            key: 'user',
            label: t(($) => $.row.open_user),
            icon: UserIcon,
            ...(missing_view_permission === undefined ? {} : { disabledReason: missing_view_permission }),
            onSelect: () => void navigate(userPath(app_user_id)),
          },
          {
            ...item(
              'history',
              t(($) => $.row.history),
            ),
            icon: ClockIcon,
          },
          { key: 'changes', divider: true },
          item(
            'mark',
            t(($) => $.row.mark),
            missing_mark_permission,
          ),
          item(
            'transfer',
            t(($) => $.transfer.action),
            missing_transfer_permission ?? (role === 'owner' ? undefined : users(($) => $.bound.not_owner)),
          ),
          {
            ...item(
              'unbind',
              t(($) => $.row.unbind),
              missing_unbind_permission,
            ),
            danger: true,
          },
        ]}
      />
      {open === 'history' && <HistoryDrawer mac={mac} name={name} onClose={close} />}
      {open === 'mark' && (
        <MarkDialog
          name={name}
          marks={marks}
          onSave={(next) => mark.mutateAsync({ params: { id: app_user_id, x: mac }, body: { marks: next } })}
          onClose={close}
        />
      )}
      {open === 'transfer' && <TransferDialog mac={mac} name={name} owner={binding} onClose={close} />}
      {open === 'unbind' && <UnbindDialog app_user_id={app_user_id} device={binding} name={name} onClose={close} />}
    </>
  )
}
