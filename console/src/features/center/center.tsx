import { api } from '@heatfleet/contract/api.ts'
import { Suspense } from 'react'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { NotificationSettingsForm } from '../../preferences/notification-settings.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailPage } from '../../ui/detail-page.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Loading } from '../../ui/states.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { JobLists } from '../exports/public.ts'
import { ApiTokens } from './api-tokens.tsx'
import styles from './center.module.css'
import { LayoutTab } from './layout-tab.tsx'
import { LogInsPanel } from './log-ins-panel.tsx'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignOnPanel } from './sign-on-panel.tsx'
import { usePreferences } from './use-preferences.ts'

/** Notification settings and quiet hours, saved with the account, and a test notification. */
function Notifications() {
  const t = useMessages('center')
  const notify = useNotify()
  const errorText = useErrorText()
  const { preferences, choose } = usePreferences()
  const test = useChange(api.testNotice)
  const send = () =>
    test.mutate(
      {},
      {
        onSuccess: () => notify.success(t(($) => $.notify.test_done)),
        onError: (error) => notify.failed(errorText(error)),
      },
    )
  return (
    <div className={styles.stack}>
      <NotificationSettingsForm settings={preferences} onChange={choose} />
      <div>
        <Button busy={test.isPending} onClick={send}>
          {t(($) => $.notify.test)}
        </Button>
      </div>
    </div>
  )
}

/** Second factor, sessions and log-ins. */
function Security() {
  return (
    <div className={styles.stack}>
      <SecondFactorPanel />
      <SignOnPanel />
      <SessionsPanel />
      <LogInsPanel />
    </div>
  )
}

/** The account's exports. */
const ExportsTab = () => (
  <div className={styles.list}>
    <Suspense fallback={<Loading />}>
      <JobLists />
    </Suspense>
  </div>
)

const TABS = ['profile', 'password', 'security', 'notifications', 'layout', 'exports', 'tokens'] as const
const PARTS = {
  profile: ProfileTab,
  password: PasswordTab,
  security: Security,
  notifications: Notifications,
  layout: LayoutTab,
  exports: ExportsTab,
  tokens: ApiTokens,
} as const satisfies Record<(typeof TABS)[number], () => React.ReactNode>

/** The personal centre (product 3.38): one's own account. */
export function Component() {
  const t = useMessages('center')
  const [tab, show] = useTab(TABS)
  const may_tokens = usePermission('api:view')
  const items = TABS.filter((key) => key !== 'tokens' || may_tokens).map((key) => ({
    key,
    label: t(($) => $.tabs[key]),
  }))
  const Part = PARTS[tab]
  return (
    <DetailPage title={t(($) => $.title)} tabs={{ items, value: tab, onChange: show, label: t(($) => $.title) }}>
      <Part />
    </DetailPage>
  )
}
