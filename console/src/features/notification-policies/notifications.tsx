import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { ChannelsTab } from './channels-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { PoliciesTab } from './policies-tab.tsx'

const TABS = ['policies', 'channels', 'log'] as const
type NotificationTab = (typeof TABS)[number]
/** Address of a tab; filters of another tab do not stay. */
const pathOf = (tab: NotificationTab): string =>
  tab === 'policies' ? '/issue/notifications' : `/issue/notifications?tab=${tab}`

/** Notification policies, channels and the delivery log (product 3.40). */
export function Component() {
  const t = useMessages('notification-policies')
  const navigate = useNavigate()
  const [tab] = useTab(TABS)
  const tabs = (
    <Tabs
      label={t(($) => $.title)}
      value={tab}
      onChange={(next) => void navigate(pathOf(next))}
      items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
    />
  )
  if (tab === 'channels') return <ChannelsTab tabs={tabs} />
  if (tab === 'log') return <LogTab tabs={tabs} />
  return <PoliciesTab tabs={tabs} />
}
