import { api } from '@heatfleet/contract/api.ts'
import { QUICK_TABS, type QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { useMemo, useState } from 'react'
import { requestedAt, useRead } from '../../cloud/call.ts'
import { devicesInScope } from '../../cloud/distributor-tree.ts'
import { useWatch } from '../../cloud/live.ts'
import { FillDevices } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { formatNumber } from '../../ui/format.ts'
import { ListIcon, RowsIcon, SearchIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { QuickTabs } from '../../ui/tabs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { ImportOffer } from '../imports/public.ts'
import { DeviceActionsContext, SelectionActions, useDeviceActions } from './device-actions.tsx'
import { DeviceCard } from './device-card.tsx'
import { DeviceChangesContext, useDeviceChanges } from './device-changes.ts'
import { FACT_COLUMNS, RowFactsContext } from './fact-cells.tsx'
import { isComplete } from './keyword-field.tsx'
import { devices, type VIEWS } from './list.tsx'
import { AskedAt } from './live-device.ts'
import { SaveAsGroup } from './save-as-group.tsx'

/** Counts and order are fetched again at this interval, ms; rows in view are pushed meanwhile. */
const REFETCH_MS = 30_000

/** Health is found anew at this interval, ms. */
const FACTS_REFETCH_MS = 60_000

const useDevices = () => useList(devices, undefined, { enabled: isComplete, refetchInterval: REFETCH_MS })

/** The device list (product 3.7): quick tabs with counts, filters in the address, and the table. */
export function Component() {
  const t = useMessages('devices')
  const lang = useLanguage()
  const list = useDevices()
  const { address, change, read } = list
  const agents = useRead(api.menuAgents, undefined, { staleTime: REFETCH_MS })
  const in_scope = agents.data === undefined ? undefined : devicesInScope(agents.data)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={in_scope === undefined ? undefined : t(($) => $.in_scope, { count: in_scope })}
      actions={
        <>
          <ListViews of={list} />
          <ImportOffer kind="default" label={t(($) => $.import)} />
        </>
      }
    >
      <QuickTabs<QuickTab>
        label={t(($) => $.quick.label)}
        value={address.quick}
        onChange={(quick) => change({ quick })}
        items={QUICK_TABS.map((quick) => ({
          key: quick,
          label: t(($) => $.quick[quick]),
          badge: read.data === undefined ? undefined : formatNumber(read.data.counts[quick], 0, lang),
        }))}
      />
      <ListFilters of={list} />
      <LiveTable list={list} />
    </Page>
  )
}

/** The table with the pushes of the devices in view, names that are edited in place, and favourites. */
function LiveTable({ list }: { list: ReturnType<typeof useDevices> }) {
  const t = useMessages('devices')
  const changes = useDeviceChanges()
  const actions = useDeviceActions(() => list.select(nothingSelected()))
  const is_narrow = useNarrow()
  const view = is_narrow ? 'cards' : list.address.view
  const [in_view, setInView] = useState<readonly string[]>([])
  useWatch(view === 'cards' ? list.rows.map(({ mac }) => mac) : in_view)
  const facts = useRowFacts(
    list.rows.map(({ mac }) => mac),
    view === 'table' && list.shown.some((key) => FACT_COLUMNS.includes(key)),
  )
  return (
    <AskedAt value={requestedAt(list.read, api.deviceList, list.request)}>
      <DeviceChangesContext value={changes}>
        <DeviceActionsContext value={actions.open}>
          <RowFactsContext value={facts}>
            <ListTable
              of={list}
              card={view === 'cards' ? (device) => <DeviceCard device={device} t={t} /> : undefined}
              tools={
                <>
                  <SaveAsGroup request={list.request} filtered={list.filtered} />
                  {!is_narrow && <ViewSwitch view={view} onView={(next) => list.change({ view: next })} />}
                </>
              }
              selectionTools={<SelectionActions selection={list.selection} total={list.total} request={list.request} />}
              status={
                isComplete(list.address)
                  ? undefined
                  : { kind: 'refused', reason: <NeverAny icon={SearchIcon} title={t(($) => $.filters.keyword_mend)} /> }
              }
              emptyAction={<FillDevices />}
              onClear={list.clearAll}
              onRowKey={({ mac }, key) => {
                if (key === 'F2' && changes.may_rename) changes.startRename(mac)
                return key === 'F2'
              }}
              onRowsInView={(seen) => setInView(seen.map(({ mac }) => mac))}
            />
          </RowFactsContext>
          {actions.dialogs}
        </DeviceActionsContext>
      </DeviceChangesContext>
    </AskedAt>
  )
}

/** What columns show that the rows do not carry; nothing is asked for while none of them is shown. */
const useRowFacts = (macs: readonly string[], enabled: boolean) => {
  const { data } = useRead(
    api.deviceRowFacts,
    { body: { macs: [...macs] } },
    { placeholder: 'keep', enabled: enabled && macs.length > 0, refetchInterval: FACTS_REFETCH_MS },
  )
  return useMemo(() => new Map(data?.map((facts) => [facts.mac, facts])), [data])
}

/** Table or cards; kept in the address and in saved views. */
function ViewSwitch({
  view,
  onView,
}: {
  view: (typeof VIEWS)[number]
  onView: (view: (typeof VIEWS)[number]) => void
}) {
  const t = useMessages('devices')
  const next = view === 'table' ? 'cards' : 'table'
  return (
    <Button kind="text" size="small" icon={next === 'cards' ? RowsIcon : ListIcon} onClick={() => onView(next)}>
      {t(($) => $.view[next])}
    </Button>
  )
}
