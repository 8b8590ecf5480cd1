import { useSearchParams } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { RULE_TABS } from './list.tsx'

/** The parts of the screen. */
export function ScreenTabs() {
  const t = useMessages('alarm-rules')
  const [tab] = useTab(RULE_TABS)
  const [, setQuery] = useSearchParams()
  return (
    <Tabs
      label={t(($) => $.title)}
      value={tab}
      // Filters and order are those of one list.
      onChange={(next) => setQuery(next === 'rules' ? {} : { tab: next })}
      items={RULE_TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
    />
  )
}
