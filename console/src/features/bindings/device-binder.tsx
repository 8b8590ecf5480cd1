import { useState } from 'react'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList, useListFilters } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BindDrawer } from './bind-drawer.tsx'
import styles from './bindings.module.css'
import { history } from './history-list.tsx'
import { current, invitations } from './list.tsx'
import { TABS } from './list-filters.ts'
import { TransferSelected } from './transfer-selected.tsx'
import { UnbindSelected } from './unbind-selected.tsx'

/** Bindings (product 3.11): current ones, what happened to them, invitations that wait. */
export function Component() {
  const t = useMessages('bindings')
  const missing_permission = useMissingPermission('binding:bind')
  const [binding, setBinding] = useState(false)
  const current_filters = useListFilters(current, undefined)
  const history_filters = useListFilters(history, undefined)
  const invitation_filters = useListFilters(invitations, undefined)
  const { tab } = current_filters.address
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <ListViews of={current_filters} />
          <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => setBinding(true)}>
            {t(($) => $.bind.action)}
          </Button>
        </>
      }
    >
      <Tabs
        label={t(($) => $.title)}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        value={tab}
        onChange={(next) => current_filters.change({ tab: next })}
      />
      <div className={styles.list}>
        {tab === 'current' && <ListFilters of={current_filters} />}
        {tab === 'history' && <ListFilters of={history_filters} />}
        {tab === 'invitations' && <ListFilters of={invitation_filters} />}
        {tab === 'current' && <Current />}
        {tab === 'history' && <History />}
        {tab === 'invitations' && <Invitations />}
      </div>
      {binding && <BindDrawer onClose={() => setBinding(false)} />}
    </Page>
  )
}

function Current() {
  const list = useList(current, undefined)
  const { selection, total, body } = list
  const selected = { selection, total, filter: body, onDone: () => list.select(nothingSelected()) }
  return (
    <ListTable
      of={list}
      selectionTools={
        <>
          <TransferSelected {...selected} />
          <UnbindSelected {...selected} />
        </>
      }
    />
  )
}

function History() {
  return <ListTable of={useList(history, undefined)} />
}

function Invitations() {
  return <ListTable of={useList(invitations, undefined)} />
}
