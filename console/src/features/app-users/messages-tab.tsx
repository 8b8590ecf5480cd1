import { api } from '@heatfleet/contract/api.ts'
import type { AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatTime, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import styles from './app-users.module.css'
import { PushTokens } from './push-tokens.tsx'

/** Messages of staff to the app user with their read state, and the phones that get push messages. */
export function MessagesTab({ user }: { user: AppUserDetail }) {
  return (
    <div className={styles.stack}>
      <Messages user={user} />
      <PushTokens user={user} />
    </div>
  )
}

function Messages({ user }: { user: AppUserDetail }) {
  const t = useMessages('app-users')
  const language = useLanguage()
  const { data, error, refetch } = useRead(api.appUserMessages, { params: { id: user.app_user_id } })
  if (data === undefined)
    return (
      <PendingPanel
        title={t(($) => $.messages.title)}
        error={error}
        needs="appuser:view"
        onRetry={() => void refetch()}
      />
    )
  return (
    <Panel flush title={t(($) => $.messages.title)}>
      <PlainTable
        label={t(($) => $.messages.title)}
        rows={data.list}
        keyOf={({ message_id }) => message_id}
        empty={<NeverAny title={t(($) => $.messages.none)} text={t(($) => $.messages.none_hint)} />}
        columns={[
          { key: 'sent', title: t(($) => $.messages.sent), cell: (row) => formatTime(row.sent_time, language) },
          {
            key: 'message',
            title: t(($) => $.messages.message),
            cell: ({ title, text }) => (
              <div className={styles.message}>
                <strong>{title}</strong>
                <p>{text}</p>
              </div>
            ),
          },
          { key: 'by', title: t(($) => $.messages.by), cell: ({ user_name }) => user_name || UNKNOWN },
          {
            key: 'read',
            title: t(($) => $.messages.read),
            cell: ({ read_time }) =>
              read_time === null ? (
                <StateChip tone="neutral" shape="hollow">
                  {t(($) => $.messages.unread)}
                </StateChip>
              ) : (
                formatTime(read_time, language)
              ),
          },
        ]}
      />
    </Panel>
  )
}
