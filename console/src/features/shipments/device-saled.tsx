import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { useListAddress } from '../../ui/list-address.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BatchTable } from './batch-table.tsx'
import { PARAMS, TABS } from './list-address.ts'
import { useFilters } from './list-filters.tsx'
import { ShipDrawer } from './ship-drawer.tsx'
import css from './shipments.module.css'
import { UnitTable } from './unit-table.tsx'

/** Shipments (product 3.10): what is to be shipped, what was, its batches, and what came back. */
export function Component() {
  const t = useMessages('shipments')
  const lacks = useMissingPermission('shipment:ship')
  const [shipping, setShipping] = useState(false)
  const { address, change, clear, view, open } = useListAddress(PARAMS)
  const fields = useFilters(address, change)
  const filtered = fields.some((field) => field.chip !== undefined)
  const { tab } = address
  const onClear = () => {
    clear()
    change({ tab })
  }
  const list = { address, change, filtered, onClear }
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews list="shipments" query={view} onOpen={open} />
          <Button kind="primary" icon={PlusIcon} disabledReason={lacks} onClick={() => setShipping(true)}>
            {t(($) => $.ship.action)}
          </Button>
        </>
      }
    >
      <Figures />
      <Tabs
        label={t(($) => $.title)}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        value={tab}
        onChange={(next) => change({ tab: next })}
      />
      <div className={css.list}>
        <FilterBar fields={fields} onReset={onClear} />
        {tab === 'batches' ? <BatchTable {...list} /> : <UnitTable key={tab} tab={tab} {...list} />}
      </div>
      {shipping && <ShipDrawer chosen={null} onDone={() => {}} onClose={() => setShipping(false)} />}
    </Page>
  )
}

const FIGURES = ['in_stock', 'shipped_this_month', 'not_online', 'returned'] as const

function Figures() {
  const t = useMessages('shipments')
  const lang = useLanguage()
  const { data } = useRead(api.shipmentFigures)
  return (
    <Panel>
      <Facts
        least_px={210}
        items={FIGURES.map((key) => ({
          label: t(($) => $.figures[key]),
          value: data === undefined ? '' : formatNumber(data[key], 0, lang),
        }))}
      />
    </Panel>
  )
}
