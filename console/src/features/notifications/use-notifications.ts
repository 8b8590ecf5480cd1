import { api } from '@heatfleet/contract/api.ts'
import type { Notice } from '@heatfleet/contract/notifications/notifications.ts'
import { DEFAULT_PREFERENCES } from '@heatfleet/contract/preferences.ts'
import { useEffect, useRef } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTicking } from '../../ui/clock.ts'
import { useNotify } from '../../ui/notify.tsx'
import { latestTimeOf, newNotifications } from './new-notifications.ts'
import { useNotificationText } from './notification-text.ts'
import { isQuiet, mayInterrupt } from './quiet-hours.ts'

/** Pushes trigger the poll; the interval covers pushes lost during an outage. */
const AGAIN_MS = 60_000
const NONE: readonly Notice[] = []

/** The inbox: entries, number of unread ones, quiet hours, and a function that marks them as read. */
export const useNotifications = () => {
  const { data } = useRead(api.notices, {}, { refetchInterval: AGAIN_MS })
  const see = useChange(api.seeNotices)
  const is_view = useSession((session) => session.user?.viewer_name != null)
  const quiet_hours = useSession((session) => (session.user?.preferences ?? DEFAULT_PREFERENCES).quiet_hours)
  const time_zone = useSession((session) => session.user?.time_zone ?? '')
  const is_quiet = useTicking((now_ms) => (isQuiet(quiet_hours, time_zone, now_ms) ? 'quiet' : '')) === 'quiet'
  const list = data?.list ?? NONE
  const seen_ms = data?.seen_time == null ? 0 : Date.parse(data.seen_time)
  const isNew = ({ at }: Notice) => Date.parse(at) > seen_ms
  const newest = list[0]
  useNewNotificationToast(data?.list)
  return {
    list,
    count: list.filter(isNew).length,
    is_quiet,
    seen_ms,
    // An impersonated account's inbox is not marked as read.
    see: () => {
      if (newest !== undefined && isNew(newest) && !is_view) see.mutate({ body: { seen_time: newest.at } })
    },
  }
}

/** Shows one toast for notifications that arrived since the console was opened. */
const useNewNotificationToast = (list: readonly Notice[] | undefined) => {
  const t = useMessages('notifications')
  const notify = useNotify()
  const noticeText = useNotificationText()
  /** Ids of the previous list; null until the first list. */
  const previous = useRef<{ ids: Set<string>; opened_ms: number } | null>(null)
  useEffect(() => {
    if (list === undefined) return
    const before = previous.current
    const ids = new Set(list.map(({ notice_id }) => notice_id))
    previous.current = { ids, opened_ms: before?.opened_ms ?? latestTimeOf(list) }
    const { user } = useSession.getState()
    if (before === null || user === null) return
    const arrived = newNotifications(before.ids, before.opened_ms, list).filter(({ severity }) =>
      mayInterrupt(user, severity, Date.now()),
    )
    const [first] = arrived
    if (first === undefined) return
    notify.news(arrived.length === 1 ? noticeText(first) : t(($) => $.news, { count: arrived.length }))
  }, [list, notify, noticeText, t])
}
