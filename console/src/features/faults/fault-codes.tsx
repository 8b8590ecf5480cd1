import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ListIcon, PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { FaultDrawer } from './fault-drawer.tsx'
import { ImportFaults } from './import-faults.tsx'
import { KnowledgeBase } from './knowledge-base.tsx'
import { UnknownFaults } from './unknown-faults.tsx'

/** Fault codes (product 3.40): the knowledge base, and unknown faults from reports. */
export function Component() {
  const t = useMessages('faults')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('faultcode:edit')
  const [tab, show] = useTab(['known', 'unknown'])
  const [query, setQuery] = useSearchParams()
  const unknown = useRead(api.unknownFaults)
  const opened = query.get('fault')
  const [importing, setImporting] = useState(false)
  /** Opens an entry by its id, or the form of a new one with `new`; `value` = value of the fault word. */
  const open = (fault: string | null, value?: number) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      for (const name of ['fault', 'value']) after.delete(name)
      if (fault !== null) after.set('fault', fault)
      if (value !== undefined) after.set('value', String(value))
      return after
    })
  const count = unknown.data?.length ?? 0
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <>
          <Button icon={ListIcon} disabledReason={missing_permission} onClick={() => setImporting(true)}>
            {t(($) => $.import.action)}
          </Button>
          <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => open('new')}>
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      <Tabs
        label={t(($) => $.title)}
        value={tab}
        onChange={show}
        items={[
          { key: 'known', label: t(($) => $.tabs.known) },
          {
            key: 'unknown',
            label: t(($) => $.tabs.unknown),
            ...(count === 0 ? {} : { badge: formatNumber(count, 0, lang) }),
          },
        ]}
      />
      {tab === 'known' ? (
        <KnowledgeBase onNew={() => open('new')} />
      ) : (
        <UnknownFaults read={unknown} onName={(value) => open('new', value)} />
      )}
      {importing && <ImportFaults onClose={() => setImporting(false)} />}
      {opened !== null && <FaultDrawer key={opened} opened={opened} onClose={() => open(null)} />}
    </Page>
  )
}
