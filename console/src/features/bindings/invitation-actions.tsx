import { api } from '@heatfleet/contract/api.ts'
import type { ShareInvitation } from '@heatfleet/contract/bindings/device-binder.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { DeviceIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions as RowMenu } from '../../ui/row-actions.tsx'

/** The menu at the end of an invitation's row. */
export function InvitationActions({ invitation }: { invitation: ShareInvitation }) {
  const t = useMessages('bindings')
  const navigate = useNavigate()
  const notify = useNotify()
  const end = useChange(api.endInvitation)
  const missing_permission = useMissingPermission('binding:unbind')
  const [ending, setEnding] = useState(false)
  const { invitation_id, mac, device_name } = invitation
  const device = device_name || mac
  return (
    <>
      <RowMenu
        label={t(($) => $.row.of, { device, person: appUserName(invitation) })}
        items={[
          {
            key: 'open',
            label: t(($) => $.row.open),
            icon: DeviceIcon,
            onSelect: () => void navigate(`/device/device-detail/${mac}`),
          },
          {
            key: 'end',
            label: t(($) => $.invitation.end),
            danger: true,
            ...(missing_permission === undefined ? {} : { disabledReason: missing_permission }),
            onSelect: () => setEnding(true),
          },
        ]}
      />
      {ending && (
        <ReasonConfirm
          danger
          title={t(($) => $.invitation.title, { device })}
          text={t(($) => $.invitation.text, { person: appUserName(invitation) })}
          confirm={t(($) => $.invitation.end)}
          max={LIMITS.reason_max}
          onClose={() => setEnding(false)}
          onConfirm={async (reason) => {
            await end.mutateAsync({ body: { invitation_id, reason } })
            notify.success(t(($) => $.invitation.ended))
          }}
        />
      )}
    </>
  )
}
