import { useNavigate } from 'react-router'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ROLLOUT_TABS, rollouts } from './list.tsx'
import { NEW_ROLLOUT } from './paths.ts'
import { TemplatesTab } from './templates-tab.tsx'

/** Rollouts of settings, and the templates of all products. */
export function Component() {
  const t = useMessages('rollouts')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('rollout:create')
  const list = useList(rollouts, undefined, { enabled: ({ tab }) => tab === 'rollouts' })
  const { tab } = list.address
  return (
    <Page
      fill={tab === 'rollouts'}
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <>
          {tab === 'rollouts' && <ListViews of={list} />}
          <Button
            kind="primary"
            icon={PlusIcon}
            disabledReason={missing_permission}
            onClick={() => void navigate(NEW_ROLLOUT)}
          >
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      <Tabs
        label={t(($) => $.title)}
        value={tab}
        onChange={(next) => list.change({ tab: next })}
        items={ROLLOUT_TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
      />
      {tab === 'templates' ? (
        <TemplatesTab />
      ) : (
        <>
          <ListFilters of={list} />
          <ListTable of={list} />
        </>
      )}
    </Page>
  )
}
