import { ALARM_TYPE_NAMES } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { SearchResults } from '@heatfleet/contract/search/search.ts'
import { searchWordsOf } from '@heatfleet/contract/search/search-words.ts'
import { useEffect, useState } from 'react'
import { generatePath } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useAlarmText } from '../../features/alarms/public.ts'
import { useMessages } from '../../messages/messages.ts'
import { PhoneIcon, RowsIcon, TreeIcon, UserIcon } from '../../ui/icons.tsx'
import { entriesOf } from '../home.ts'
import type { Entry } from './entry.ts'
import { rankOf } from './match.ts'

export type FoundEntries = { entries: Entry[]; is_similar: boolean; settled: boolean; error: unknown }

/** Debounce of the search. */
const PAUSE_MS = 150

/**
 * What the server finds for a text; `settled` = these are the results of this text, not of an earlier one; `is_similar` = nothing
 * matches, these have similar names.
 */
export const useFoundEntries = (text: string): FoundEntries => {
  const alarms = useMessages('alarms')
  const [asked, ask] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => ask(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const searches = searchWordsOf(asked) !== null
  const alarm_types = ALARM_TYPE_NAMES.filter(
    (type) =>
      rankOf(
        asked,
        alarms(($) => $.types[type]),
      ) !== null,
  )
  const { data, error, isPlaceholderData } = useRead(
    api.searchAll,
    { body: { text: asked, alarm_types } },
    { enabled: searches, placeholder: 'keep' },
  )
  const entriesFrom = useEntriesFrom()
  const answered = asked === text && (!searches || error !== null || (data !== undefined && !isPlaceholderData))
  return {
    entries: data === undefined || !searches || text === '' ? [] : entriesFrom(data),
    is_similar: data?.is_similar ?? false,
    settled: answered,
    error: searches && asked === text ? error : null,
  }
}

/** Results as entries, of those kinds whose screen the account may open. */
const useEntriesFrom = (): ((results: SearchResults) => Entry[]) => {
  const t = useMessages('search')
  const menu = useSession((session) => session.menu)
  const alarmText = useAlarmText()
  const screens = new Map(entriesOf(menu).map(({ name, path }) => [name, path]))
  const placed = <Row>(screen: string, rows: readonly Row[], entry: (row: Row, path: string) => Entry): Entry[] => {
    const path = screens.get(screen)
    return path === undefined ? [] : rows.map((row) => entry(row, path))
  }
  return ({ devices, distributors, accounts, app_users, orders, alarms }) => [
    ...placed('device-detail', devices, (device, path) => ({
      kind: 'device',
      group: 'devices',
      key: `device ${device.mac}`,
      device,
      to: generatePath(path, { mac: device.mac }),
    })),
    ...placed('distributor-detail', distributors, ({ agent_id, agent_name, parent_name }, path) => ({
      kind: 'plain',
      group: 'distributors',
      key: `distributor ${agent_id}`,
      title: agent_name,
      icon: TreeIcon,
      note: parent_name ?? '',
      to: generatePath(path, { agent_id: String(agent_id) }),
    })),
    ...placed('user-detail', accounts, ({ uid, user_name, nick_name, agent_name }, path) => ({
      kind: 'plain',
      group: 'people',
      key: `account ${uid}`,
      icon: UserIcon,
      title: nick_name === '' || nick_name === user_name ? user_name : `${user_name} · ${nick_name}`,
      note: agent_name ?? t(($) => $.account),
      to: generatePath(path, { uid: String(uid) }),
    })),
    ...placed('app-user-detail', app_users, (person, path) => ({
      kind: 'plain',
      group: 'people',
      key: `app-user ${person.app_user_id}`,
      icon: PhoneIcon,
      title: appUserName(person),
      note: person.phone || person.email || t(($) => $.app_user),
      to: generatePath(path, { id: String(person.app_user_id) }),
    })),
    ...placed('order-detail', orders, ({ order_id, problem, device_name, mac }, path) => ({
      kind: 'plain',
      group: 'orders',
      key: `order ${order_id}`,
      icon: RowsIcon,
      title: `#${order_id} ${problem}`,
      note: device_name || mac,
      to: generatePath(path, { order_id: String(order_id) }),
    })),
    ...placed('issue-list', alarms, (alarm, path) => ({
      kind: 'alarm',
      group: 'alarms',
      key: `alarm ${alarm.alarm_id}`,
      alarm,
      title: alarmText(alarm),
      to: `${path}?tab=all&alarm=${alarm.alarm_id}`,
    })),
  ]
}
