import { ALARM_TABS, type Alarm, type AlarmCounts, type AlarmTab } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { formatNumber } from '../../ui/format.ts'
import { SHORTCUTS } from '../../ui/shortcuts.ts'
import { QuickTabs } from '../../ui/tabs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { AlarmGroups, GroupingMenu } from './groups.tsx'
import { alarms } from './list.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { Storms } from './storms.tsx'
import { useAccept } from './use-accept.tsx'

/** Counts are pushed when alarms change; this is for what a push missed, ms. */
const REFETCH_MS = 30_000

/** The alarm list (product 3.17): quick tabs with counts, filters in the address, and the drawer of one alarm. */
export function Component() {
  const t = useMessages('alarms')
  const lang = useLanguage()
  const [query, setQuery] = useSearchParams()
  // A phone has no keys.
  const is_narrow = useNarrow()
  const list = useList(alarms, undefined, { refetchInterval: REFETCH_MS })
  const counts = useRead(api.alarmCounts, undefined, { refetchInterval: REFETCH_MS })
  const may_accept = useMissingPermission('alarm:ack') === undefined
  const { accept } = useAccept()
  const show = (alarm_id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (alarm_id === null) after.delete('alarm')
      else after.set('alarm', String(alarm_id))
      return after
    })
  const onRowKey = ({ alarm_id, handling }: Alarm, key: string): boolean => {
    if (!SHORTCUTS.accept.keys.some((one) => one === key)) return false
    if (may_accept && handling === 'unprocessed') void accept(alarm_id)
    return true
  }
  const badgeOf = (tab: AlarmTab, { [tab]: count }: AlarmCounts): string =>
    tab === 'overdue' && count === ALARM_LIMITS.overdue_max
      ? t(($) => $.count_capped, { count })
      : formatNumber(count, 0, lang)
  const alarm_id = Number(query.get('alarm'))
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      {...(is_narrow ? {} : { note: t(($) => $.keys) })}
      above={
        <>
          <Storms shown={list.address.storm_id} onShow={(storm_id) => list.change({ storm_id, tab: 'all' })} />
          <QuickTabs<AlarmTab>
            label={t(($) => $.title)}
            value={list.address.tab}
            onChange={(tab) => list.change({ tab })}
            items={ALARM_TABS.map((key) => ({
              key,
              label: t(($) => $.tabs[key]),
              badge: counts.data === undefined ? undefined : badgeOf(key, counts.data),
            }))}
          />
          {list.address.group !== 'none' && (
            <AlarmGroups
              by={list.address.group}
              filter={list.request.body ?? {}}
              onShow={(place) => list.change({ ...place, group: 'none' })}
            />
          )}
        </>
      }
      tools={<GroupingMenu value={list.address.group} onChange={(group) => list.change({ group })} />}
      onOpen={(alarm) => show(alarm.alarm_id)}
      onRowKey={onRowKey}
      selectionTools={<SelectionActions selection={list.selection} total={list.total} request={list.request} />}
    >
      {alarm_id > 0 && <AlarmDrawer key={alarm_id} alarm_id={alarm_id} onClose={() => show(null)} />}
    </ListScreen>
  )
}
