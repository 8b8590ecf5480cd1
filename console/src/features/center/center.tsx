import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { ApiTokens } from './api-tokens.tsx'
import { ExportsTab } from './exports-tab.tsx'
import { LayoutTab } from './layout-tab.tsx'
import { Notifications } from './notifications.tsx'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { Security } from './security.tsx'

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

/** The personal centre (product 3.38): what everybody may see and do about the own account. */
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
