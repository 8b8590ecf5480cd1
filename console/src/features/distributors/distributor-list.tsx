import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TreeView } from '../../ui/tree-view.tsx'
import { DistributorTable } from './distributor-table.tsx'
import css from './distributors.module.css'
import { LevelMark } from './level-mark.tsx'
import {
  changeAddress,
  type ListAddress,
  readAddress,
  VIEWS,
  viewOf,
  withoutFilters,
  writeAddress,
} from './list-address.ts'
import { useListFilters } from './list-filters.tsx'
import { newPath } from './paths.ts'
import { useAgentTree } from './use-agent-tree.ts'

// Thousands of names of regions: fetched by those who look at them.
const Coverage = lazy(() => import('./coverage.tsx').then((part) => ({ default: part.Coverage })))

/** The distributors (product 3.27): the tree at the left, at the right a table or where they are. */
export function Component() {
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const lacks = useMissingPermission('agent:create')
  const { address, change } = useAddress()
  const count = useAgentTree().agents.length
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={count === 0 ? undefined : t(($) => $.in_scope, { count })}
      actions={
        <Button
          kind="primary"
          icon={PlusIcon}
          disabledReason={lacks}
          onClick={() => void navigate(newPath(address.under))}
        >
          {t(($) => $.create)}
        </Button>
      }
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
          <List address={address} change={change} />
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

const useAddress = () => {
  const [query, setQuery] = useSearchParams()
  const address = useMemo(() => readAddress(query), [query])
  const change = useCallback(
    // The newest query, not the drawn one: two quick changes must not undo each other.
    (part: Partial<ListAddress>) => setQuery((newest) => writeAddress(changeAddress(readAddress(newest), part))),
    [setQuery],
  )
  return { address, change }
}

function List({ address, change }: { address: ListAddress; change: (part: Partial<ListAddress>) => void }) {
  const fields = useListFilters(address, change)
  const clear = () => change(withoutFilters(address))
  const filtered = fields.some((field) => field.chip !== undefined) || address.under !== undefined
  return (
    <div className={css.list}>
      <FilterBar fields={fields} onReset={clear}>
        <SavedViews
          list="distributors"
          query={viewOf(address)}
          onOpen={(saved) => change(readAddress(new URLSearchParams(saved)))}
        />
      </FilterBar>
      <DistributorTable address={address} change={change} filtered={filtered} onClear={clear} />
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
      signOf={({ level }) => <LevelMark level={level} />}
    />
  )
}
