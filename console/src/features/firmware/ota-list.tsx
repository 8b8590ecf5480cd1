import { useLocation, useSearchParams } from 'react-router'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { CampaignForm } from './campaign-form.tsx'
import type { CampaignStart } from './campaign-target.tsx'
import { upgrades } from './history-list.tsx'

/** Upgrades of units (product 3.35, otaList); a campaign is begun from here. */
export function Component() {
  const t = useMessages('firmware')
  const missing = useMissingPermission('ota:campaign')
  const list = useList(upgrades, undefined)
  const [query, setQuery] = useSearchParams()
  const campaign = query.get('campaign')
  // Written by our own screens alone, and never sent before it is validated as what somebody typed.
  const start = (useLocation().state ?? {}) as CampaignStart
  const open = (of: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (of === null) after.delete('campaign')
      else after.set('campaign', of)
      return after
    })
  return (
    <Page
      fill
      title={t(($) => $.history.title)}
      note={t(($) => $.history.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing} onClick={() => open('new')}>
          {t(($) => $.history.create)}
        </Button>
      }
    >
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable of={list} />
      {campaign !== null && missing === undefined && (
        <CampaignForm firmware_id={Number(campaign) || undefined} start={start} onClose={() => open(null)} />
      )}
    </Page>
  )
}
