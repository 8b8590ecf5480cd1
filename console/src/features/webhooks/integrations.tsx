import { useNavigate } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { ApiTokens } from '../center/public.ts'
import { LogTab } from './log-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

const TABS = ['webhooks', 'log', 'tokens'] as const
type IntegrationTab = (typeof TABS)[number]
/** Address of a tab; filters of another tab do not stay. */
const pathOf = (tab: IntegrationTab): string =>
  tab === 'webhooks' ? '/system/integrations' : `/system/integrations?tab=${tab}`

/** Webhooks, their delivery log, and the own API tokens (product 3.40). */
export function Component() {
  const t = useMessages('webhooks')
  const navigate = useNavigate()
  const [tab] = useTab(TABS)
  const may_tokens = usePermission('api:view')
  const tabs = (
    <Tabs
      label={t(($) => $.title)}
      value={tab}
      onChange={(next) => void navigate(pathOf(next))}
      items={TABS.filter((key) => key !== 'tokens' || may_tokens).map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
    />
  )
  if (tab === 'log') return <LogTab tabs={tabs} />
  if (tab === 'tokens')
    return (
      <Page title={t(($) => $.title)} note={t(($) => $.note)}>
        {tabs}
        <ApiTokens />
      </Page>
    )
  return <WebhooksTab tabs={tabs} />
}
