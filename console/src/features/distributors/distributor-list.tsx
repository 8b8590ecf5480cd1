import { lazy, Suspense } from 'react'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useListAddress } from '../../ui/list-address.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TreeView } from '../../ui/tree-view.tsx'
import css from './distributors.module.css'
import { LevelMark } from './level-mark.tsx'
import { distributors, NewDistributor, VIEWS } from './list.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { useAgentTree } from './use-agent-tree.ts'

// Thousands of names of regions: fetched by those who look at them.
const Coverage = lazy(() => import('./coverage.tsx').then((part) => ({ default: part.Coverage })))

/** The distributors (product 3.27): the tree at the left, at the right a table or where they are. */
export function Component() {
  const t = useMessages('distributors')
  const { address, change } = useListAddress(distributors.params)
  const count = useAgentTree().agents.length
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={count === 0 ? undefined : t(($) => $.in_scope, { count })}
      actions={<NewDistributor parent_id={address.under} primary />}
    >
      <Tabs
        label={t(($) => $.title)}
        items={VIEWS.map((key) => ({ key, label: t(($) => $.views[key]) }))}
        value={address.view}
        onChange={(view) => change({ view })}
      />
      {address.view === 'table' ? (
        <div className={css.split}>
          <Panel className={css.tree}>
            <Tree value={address.under} onChange={(under) => change({ under })} />
          </Panel>
          <List />
        </div>
      ) : (
        <Suspense fallback={<Loading />}>
          <Coverage
            onRegion={(region_code) => change({ view: 'table', under: undefined, country: '', region_code })}
            onCountry={(country) => change({ view: 'table', under: undefined, region_code: '', country })}
          />
        </Suspense>
      )}
    </Page>
  )
}

function List() {
  const list = useList(distributors, undefined)
  const { selection, total, request } = list
  return (
    <div className={css.list}>
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable
        of={list}
        selectionTools={<SelectionActions selection={selection} total={total} request={request} />}
      />
    </div>
  )
}

function Tree({ value, onChange }: { value: number | undefined; onChange: (under: number | undefined) => void }) {
  const t = useMessages('distributors')
  const { nodes, loaded, error, refetch } = useAgentTree()
  if (!loaded) return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (nodes.length === 0) return <NeverAny title={t(($) => $.never_any)} />
  return (
    <TreeView
      label={t(($) => $.tree)}
      nodes={nodes}
      value={value}
      // Chosen once more: the whole tree again.
      onChange={(chosen) => onChange(chosen === value ? undefined : chosen)}
      iconOf={({ level }) => <LevelMark level={level} />}
    />
  )
}
