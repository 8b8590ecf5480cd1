import { api } from '@heatfleet/contract/api.ts'
import type { QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { QUICK_TABS } from '@heatfleet/contract/devices/devices.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { devicesInScope } from '../../cloud/distributor-tree.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { QuickTabs } from '../../ui/tabs.tsx'
import { DeviceTable } from './device-table.tsx'
import { parseKeyword } from './keyword.ts'
import { changeAddress, type ListAddress, readAddress, viewOf, withoutFilters, writeAddress } from './list-address.ts'
import { useListFilters } from './list-filters.tsx'
import { listRequest } from './list-request.ts'

/** The address of the list and how to change it. Turning pages and filtering leave a trace in the history. */
const useListAddress = () => {
  const [query, setQuery] = useSearchParams()
  const address = useMemo(() => readAddress(query), [query])
  const go = useCallback((next: ListAddress) => setQuery(writeAddress(next)), [setQuery])
  const change = useCallback(
    // The newest query, not the drawn one: two quick changes must not undo each other.
    (part: Partial<ListAddress>) => setQuery((newest) => writeAddress(changeAddress(readAddress(newest), part))),
    [setQuery],
  )
  const open = useCallback(
    (saved: string) => setQuery(writeAddress(readAddress(new URLSearchParams(saved)))),
    [setQuery],
  )
  return { address, go, change, open }
}

/** Counts and order are fetched anew this often, ms; what is in view is pushed meanwhile. */
const REFETCH_MS = 30_000

/** The device list (product 3.7): quick tabs with counts, filters in the address, and the table. */
export function Component() {
  const t = useMessages('devices')
  const lang = useLanguage()
  const { address, go, change, open } = useListAddress()
  const keyword = parseKeyword(address.keyword)
  const askable = keyword.kind !== 'incomplete' && keyword.kind !== 'too_many'
  const request = listRequest(address)
  const list = useRead(api.deviceList, request, { placeholder: 'keep', refetchInterval: REFETCH_MS, enabled: askable })
  const agents = useRead(api.menuAgents, undefined, { staleTime: REFETCH_MS })
  const fields = useListFilters(address, change)
  const filtered = fields.some((field) => field.chip !== undefined)
  const clear = () => go(withoutFilters(address))
  const in_scope = agents.data === undefined ? undefined : devicesInScope(agents.data)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={in_scope === undefined ? undefined : t(($) => $.in_scope, { count: in_scope })}
      actions={<SavedViews list="devices" query={viewOf(address)} onOpen={open} />}
    >
      <QuickTabs<QuickTab>
        label={t(($) => $.quick.label)}
        value={address.quick}
        onChange={(quick) => change({ quick })}
        items={QUICK_TABS.map((quick) => ({
          key: quick,
          label: t(($) => $.quick[quick]),
          badge: list.data === undefined || !askable ? undefined : formatNumber(list.data.counts[quick], 0, lang),
        }))}
      />
      <FilterBar fields={fields} onReset={clear} />
      <DeviceTable
        address={address}
        change={change}
        request={request}
        list={list}
        askable={askable}
        filtered={filtered || address.quick !== 'all'}
        onClear={() => go({ ...withoutFilters(address), quick: 'all' })}
      />
    </Page>
  )
}
