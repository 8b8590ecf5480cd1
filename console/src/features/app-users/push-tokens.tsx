import { api } from '@heatfleet/contract/api.ts'
import type { AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import type { AppUserPushToken } from '@heatfleet/contract/app-users/push-tokens.ts'
import { useState } from 'react'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { PhoneIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { platformText } from './user-texts.ts'

/** Phones of the app user that receive push messages; tokens are never shown in full. */
export function PushTokens({ user }: { user: AppUserDetail }) {
  const t = useMessages('app-users')
  const missing_permission = useMissingPermission('appuser:edit')
  const params = { id: user.app_user_id }
  const { data, error, refetch } = useRead(api.appUserPushTokens, { params })
  const [withdrawn, setWithdrawn] = useState<AppUserPushToken | null>(null)
  if (data === undefined)
    return (
      <PendingPanel title={t(($) => $.push.title)} error={error} needs="appuser:view" onRetry={() => void refetch()} />
    )
  return (
    <Panel flush title={t(($) => $.push.title)}>
      <PlainTable
        label={t(($) => $.push.title)}
        rows={data}
        keyOf={({ push_token_id }) => push_token_id}
        empty={<NeverAny icon={PhoneIcon} title={t(($) => $.push.none)} text={t(($) => $.push.none_hint)} />}
        columns={[
          {
            key: 'phone',
            title: t(($) => $.log_ins.phone_model),
            cell: ({ phone_model }) => <span translate="no">{phone_model || UNKNOWN}</span>,
          },
          {
            key: 'platform',
            title: t(($) => $.columns.platform),
            cell: ({ platform }) => platformText(t, platform),
          },
          {
            key: 'version',
            title: t(($) => $.log_ins.app_version),
            cell: ({ app_version }) => <span translate="no">{app_version || UNKNOWN}</span>,
          },
          {
            key: 'token',
            title: t(($) => $.push.token),
            cell: ({ token_hint }) => <code translate="no">{token_hint}</code>,
          },
          { key: 'registered', title: t(($) => $.push.registered), cell: (row) => <Age at={row.register_time} /> },
          { key: 'seen', title: t(($) => $.push.seen), cell: (row) => <Age at={row.last_seen_time} /> },
          {
            key: 'actions',
            title: t(($) => $.columns.actions),
            actions: true,
            cell: (row) => (
              <Button size="small" disabledReason={missing_permission} onClick={() => setWithdrawn(row)}>
                {t(($) => $.push.withdraw)}
              </Button>
            ),
          },
        ]}
      />
      {withdrawn !== null && <Withdraw user={user} token={withdrawn} onClose={() => setWithdrawn(null)} />}
    </Panel>
  )
}

function Withdraw(props: { user: AppUserDetail; token: AppUserPushToken; onClose: () => void }) {
  const t = useMessages('app-users')
  const notify = useNotify()
  const withdraw = useChange(api.withdrawPushToken)
  const { user, token, onClose } = props
  const phone = token.phone_model || platformText(t, token.platform)
  return (
    <PlainConfirm
      danger
      title={t(($) => $.push.withdraw_title, { phone, name: appUserName(user) })}
      text={t(($) => $.push.withdraw_text)}
      confirm={t(($) => $.push.withdraw)}
      onClose={onClose}
      onConfirm={async () => {
        await withdraw.mutateAsync({ params: { id: user.app_user_id, token_id: token.push_token_id } })
        notify.success(t(($) => $.push.withdrawn))
      }}
    />
  )
}
