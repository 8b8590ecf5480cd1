import { api } from '@heatfleet/contract/api.ts'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { FillAction, FillDevices } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useCreateRequest } from '../../lists/use-create-request.ts'
import { useList, useListFilters } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { FigureTiles } from '../../ui/figure-tiles.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { batches, TABS, units } from './list.tsx'
import { RecallSelected } from './recall-selected.tsx'
import { releases } from './release-list.tsx'
import { ShipDrawer } from './ship-drawer.tsx'
import { ShipSelected } from './ship-selected.tsx'
import css from './shipments.module.css'

/** Requests that wait for a decision: their number alone. */
const OPEN_RELEASES = { query: { pageNo: 1, size: 1 }, body: { box: 'received', release_state: 'open' } } as const

/** Shipments (product 3.10): what is to be shipped, what was, its batches, and what came back. */
export function Component() {
  const t = useMessages('shipments')
  const missing_permission = useMissingPermission('shipment:ship')
  const [shipping, setShipping] = useState(false)
  useCreateRequest(missing_permission, () => setShipping(true))
  const filters = useListFilters(units, undefined)
  const release_filters = useListFilters(releases, undefined)
  const open_releases = useRead(api.releaseList, OPEN_RELEASES).data?.total ?? 0
  const lang = useLanguage()
  const { tab } = filters.address
  const ship = <FillAction needs="shipment:ship" label={t(($) => $.ship.action)} onPress={() => setShipping(true)} />
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <ListViews of={filters} />
          <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => setShipping(true)}>
            {t(($) => $.ship.action)}
          </Button>
        </>
      }
    >
      <Figures />
      <Tabs
        label={t(($) => $.title)}
        items={TABS.map((key) => ({
          key,
          label: t(($) => $.tabs[key]),
          ...(key === 'releases' && open_releases > 0 ? { badge: formatNumber(open_releases, 0, lang) } : {}),
        }))}
        value={tab}
        onChange={(next) => filters.change({ tab: next })}
      />
      <div className={css.list}>
        {tab === 'releases' ? <ListFilters of={release_filters} /> : <ListFilters of={filters} />}
        {tab === 'releases' ? (
          <Releases />
        ) : tab === 'batches' ? (
          <Batches empty={ship} />
        ) : (
          <Units key={tab} empty={tab === 'to_ship' ? <FillDevices /> : ship} />
        )}
      </div>
      {shipping && <ShipDrawer chosen={null} onDone={() => {}} onClose={() => setShipping(false)} />}
    </Page>
  )
}

/** Units to be shipped, shipped or returned. */
function Units({ empty }: { empty: ReactNode }) {
  const list = useList(units, undefined)
  const { address, selection, total, request } = list
  const release = () => list.select(nothingSelected())
  return (
    <ListTable
      of={list}
      emptyAction={empty}
      selectionTools={
        {
          to_ship: <ShipSelected selection={selection} total={total} request={request} onDone={release} />,
          shipped: <RecallSelected selection={selection} onDone={release} />,
          batches: undefined,
          returned: undefined,
          releases: undefined,
        }[address.tab]
      }
    />
  )
}

/** Batches; one opens as the list of its units. */
function Batches({ empty }: { empty: ReactNode }) {
  const list = useList(batches, undefined)
  return (
    <ListTable
      of={list}
      emptyAction={empty}
      onOpen={({ batch_no, returned_count, device_count }) =>
        list.change({ tab: returned_count === device_count ? 'returned' : 'shipped', batch_no })
      }
    />
  )
}

function Releases() {
  return <ListTable of={useList(releases, undefined)} onOpen={() => {}} />
}

/** Key figures, and the tab and filter with the rows that they count. */
const FIGURES = [
  ['in_stock', 'to_ship'],
  ['shipped_this_month', 'shipped'],
  ['not_online', 'shipped&ever_online=no'],
  ['returned', 'returned'],
] as const

function Figures() {
  const t = useMessages('shipments')
  const lang = useLanguage()
  const { data } = useRead(api.shipmentFigures)
  return (
    <FigureTiles
      label={t(($) => $.figures.label)}
      tiles={FIGURES.map(([key, tab]) => ({
        key,
        label: t(($) => $.figures[key]),
        value: data === undefined ? '' : formatNumber(data[key], 0, lang),
        to: `?tab=${tab}`,
      }))}
    />
  )
}
