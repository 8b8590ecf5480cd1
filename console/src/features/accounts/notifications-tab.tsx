import type { NotificationChange } from '@heatfleet/contract/accounts/notification-settings.ts'
import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { NotificationSettingsForm } from '../../preferences/notification-settings.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useUntouchable } from './untouchable.ts'

/** What the account is told of (product 3.30); each change is kept at once. */
export function NotificationsTab({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const notify = useNotify()
  const errorText = useErrorText()
  const params = { id: account.uid }
  const settings = useRead(api.accountNotifications, { params })
  const edit = useChange(api.accountEditNotifications)
  const { above } = useUntouchable()(account)
  const fixed = useMissingPermission('account:edit') ?? above
  if (settings.data === undefined)
    return settings.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
    )
  const change = (body: NotificationChange) =>
    edit.mutate(
      { params, body },
      {
        onSuccess: () => notify.success(t(($) => $.form.saved)),
        onError: (error) => notify.error(errorText(error).message),
      },
    )
  return <NotificationSettingsForm settings={settings.data} onChange={change} fixed={fixed} />
}
