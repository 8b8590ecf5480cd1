import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { ServerMessage } from '@heatfleet/contract/push.ts'
import { useEffect } from 'react'
import { keyOf, queryClient } from '../../cloud/call.ts'
import { followsLink, usePermission } from '../../cloud/session.ts'
import { onMessage, useConnection } from '../../cloud/socket.ts'
import { throttled } from '../../cloud/throttled.ts'

/** A change is asked for at most this often: a large fleet changes all the time, ms. */
const PUSHED_MS = 5_000
/** Without the socket: what changes by the minute, and what changes by the day, ms. */
const POLLED = { soon_ms: 15_000, later_ms: 60_000 } as const
/** With it: against a push that is lost between reading and connecting, and for the days that pass, ms. */
const LIVE = { soon_ms: 60_000, later_ms: 300_000 } as const

/** What each push changes on the front page and on the big screen. Orders are asked for anew by the push of orders itself. */
const CHANGED_BY = {
  PushFleet: [
    api.deviceStatusCount,
    api.productCount,
    api.agentCount,
    api.countryCount,
    api.attentionList,
    api.stockFunnel,
    api.fleetTrend,
    api.fleetEvents,
  ],
  PushAlarms: [api.alarmCount, api.attentionList, api.fleetTrend, api.fleetEvents],
} as const satisfies Partial<Record<ServerMessage['cmd'], readonly Endpoint[]>>

/** Asks anew for what is shown of these calls, once for all pushes of some seconds; a hidden page waits until it is looked at. */
const refreshing = (cmd: keyof typeof CHANGED_BY) => {
  const calls: ReadonlySet<string> = new Set(CHANGED_BY[cmd].map((endpoint) => keyOf(endpoint)[1]))
  let is_due = false
  const refresh = throttled(PUSHED_MS, () => {
    is_due = document.hidden
    if (is_due) return
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'statistics' && calls.has(String(queryKey[1])),
    })
  })
  const onLook = () => {
    if (is_due && !document.hidden) refresh()
  }
  document.addEventListener('visibilitychange', onLook)
  const unsubscribe = onMessage(cmd, refresh)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onLook)
  }
}

/**
 * How often figures are polled; while the socket is there, what changed is asked for when it is pushed. `soon_ms`: without it.
 * A kiosk link has no socket: nobody is signed in there, and that of somebody signed in beside it is about another scope.
 */
export const useRefresh = (
  without: { soon_ms: number } = POLLED,
): { soon_ms: number; later_ms: number; alarms_ms: number } => {
  const is_live = useConnection().state === 'live' && !followsLink()
  const hears_alarms = usePermission('alarm:view')
  useEffect(() => {
    const stops = [refreshing('PushFleet'), refreshing('PushAlarms')]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const { soon_ms } = without
  return {
    ...(is_live ? LIVE : { ...POLLED, soon_ms }),
    alarms_ms: is_live && hears_alarms ? LIVE.soon_ms : soon_ms,
  }
}
