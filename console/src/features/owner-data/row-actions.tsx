import type { DataGrant } from '@heatfleet/contract/owner-data/data-grants.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { DeviceIcon, UserIcon } from '../../ui/icons.tsx'
import { RowActions as RowMenu } from '../../ui/row-actions.tsx'
import { userPath } from '../app-users/public.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

/** The menu at the end of a grant's row. */
export function RowActions({ grant }: { grant: DataGrant }) {
  const t = useMessages('owner-data')
  const navigate = useNavigate()
  const [revoking, setRevoking] = useState(false)
  const missing_permission = useMissingPermission('datagrant:revoke')
  const { mac, device_name, app_user_id, state } = grant
  const recipient = grant.recipient || t(($) => $.erased)
  const disabledReason = missing_permission ?? (state === 'active' ? undefined : t(($) => $.row.ended))
  return (
    <>
      <RowMenu
        label={t(($) => $.row.of, { recipient, device: device_name || mac })}
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
            onSelect: () => void navigate(userPath(app_user_id)),
          },
          { key: 'changes', divider: true },
          {
            key: 'revoke',
            label: t(($) => $.row.revoke),
            danger: true,
            ...(disabledReason === undefined ? {} : { disabledReason }),
            onSelect: () => setRevoking(true),
          },
        ]}
      />
      {revoking && <RevokeDialog grant={grant} recipient={recipient} onClose={() => setRevoking(false)} />}
    </>
  )
}
