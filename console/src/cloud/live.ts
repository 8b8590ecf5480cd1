import { api } from '@heatfleet/contract/api.ts'
import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import type { Query } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { call, queryClient } from './call.ts'
import { type LiveStatus, mergePush } from './live-status.ts'
import { isMenuFresh, renewSession, tokenOf, useSession } from './session.ts'
import { onConnection, onMessage, send } from './socket.ts'
import { throttled } from './throttled.ts'

/**
 * Refetches the account's permissions; a change updates menu and buttons and shows a message. A failed call is retried
 * at the next connection. Right after a log-in, which fetched the menu, it is not fetched a second time.
 */
const refreshAccess = async (with_menu: boolean): Promise<boolean> => {
  const token = tokenOf()
  if (token === null) return false
  const is_menu_fresh = !with_menu && isMenuFresh(token)
  const results = await Promise.all([call(api.ownAccess), is_menu_fresh ? null : call(api.roleMenu)]).catch(() => null)
  const { user, menu } = useSession.getState()
  if (results === null || user === null || user.token !== token) return false
  const [access, fetched] = results
  const is_unchanged = JSON.stringify({ ...user, ...access }) === JSON.stringify(user)
  // A right that changed between log-in and connection changes the menu too.
  if (fetched === null && !is_unchanged) return refreshAccess(true)
  const new_menu = fetched ?? menu
  const is_same = JSON.stringify([{ ...user, ...access }, new_menu]) === JSON.stringify([user, menu])
  if (!is_same) renewSession(access, new_menu)
  return !is_same
}

const statuses = new Map<string, LiveStatus>()
const listeners = new Map<string, Set<() => void>>()
/** Number of components that watch each device. */
const watched = new Map<string, number>()
let waiting: ServerMessageOf<'PushDeviceAttrStatus'>[] = []
let watchAsked = false

/** Applies all pushes of a frame together: at most one render per frame, however many devices report. */
const applyPushes = () => {
  const pushes = waiting
  waiting = []
  const received_at = Date.now()
  for (const push of pushes) statuses.set(push.mac, mergePush(statuses.get(push.mac), push, received_at))
  for (const mac of new Set(pushes.map((push) => push.mac))) for (const notify of listeners.get(mac) ?? []) notify()
}

/** Sends the set of watched devices once for all changes of a task. */
const sendWatch = () => {
  if (watchAsked) return
  watchAsked = true
  queueMicrotask(() => {
    watchAsked = false
    send({ cmd: 'WatchDevices', macs: [...watched.keys()] })
  })
}

/** Pushes about models are answered by fetching at most this often, ms. */
const MODELS_REFRESH_MS = 400
const ROLLOUTS_REFRESH_MS = 1_000

/** Nouns that pushes are about. */
const PUSHED: ReadonlySet<unknown> = new Set(
  'product notice alarm rollout upgrade order unknown-module model device'.split(' '),
)
const mayHaveMissedPush = ({ queryKey, state }: Query): boolean =>
  PUSHED.has(queryKey[0]) && state.data !== undefined && state.fetchStatus === 'idle'

/** Connects the socket with the store and the query cache; called once at start. */
export const startLive = (): void => {
  let was_live = false
  let lost = false
  onMessage('PushDeviceAttrStatus', (push) => {
    waiting.push(push)
    // A hidden tab has no animation frames: pushes are applied at once, so they do not pile up.
    if (document.hidden) applyPushes()
    else if (waiting.length === 1) requestAnimationFrame(applyPushes)
  })
  onMessage('PushProductDefination', () => void queryClient.invalidateQueries({ queryKey: ['product'] }))
  onMessage('PushNotice', () => void queryClient.invalidateQueries({ queryKey: ['notice'] }))
  onMessage('PushAlarms', () => void queryClient.invalidateQueries({ queryKey: ['alarm'] }))
  // A campaign moves many times a second: what shows it is fetched once for all.
  const refreshRollouts = throttled(ROLLOUTS_REFRESH_MS, () => {
    for (const noun of ['rollout', 'upgrade']) void queryClient.invalidateQueries({ queryKey: [noun] })
  })
  onMessage('PushRollouts', refreshRollouts)
  onMessage('PushOrders', () => void queryClient.invalidateQueries({ queryKey: ['order'] }))
  onMessage('PushUnknownModules', () => void queryClient.invalidateQueries({ queryKey: ['unknown-module'] }))
  // Many devices of a batch move at the same time: what shows them is fetched once for all.
  const refreshModels = throttled(MODELS_REFRESH_MS, () => {
    for (const noun of ['model', 'device']) void queryClient.invalidateQueries({ queryKey: [noun] })
  })
  onMessage('PushDeviceModel', refreshModels)
  // Another position in the tree changes the rows of every list.
  onMessage('PushTreeChanged', () => void queryClient.invalidateQueries())
  // The server drops subscriptions when the right is revoked; they are sent again once it is granted.
  onMessage('PushMenuChanged', () => {
    void refreshAccess(true).then(() => {
      sendWatch()
      return queryClient.invalidateQueries()
    })
  })
  onMessage('ModifyDevicesInfoPushResult', () => void queryClient.invalidateQueries({ queryKey: ['device'] }))
  onConnection(({ state }) => {
    if (state !== 'live') {
      // The first connection of a session that is on its way has lost nothing yet.
      lost = tokenOf() !== null && (lost || was_live || state === 'offline')
      was_live = false
      return
    }
    was_live = true
    sendWatch()
    // Permissions may have changed during the outage; refetching fills gaps of lists and curves.
    const was_lost = lost
    // What was read before the first connection may have missed a push; what is on its way is read at about this moment.
    if (!was_lost) void queryClient.invalidateQueries({ predicate: mayHaveMissedPush })
    void refreshAccess(was_lost).then((changed) => (changed || was_lost ? queryClient.invalidateQueries() : undefined))
    lost = false
  })
  useSession.subscribe((session) => {
    if (session.user !== null) return
    statuses.clear()
    queryClient.clear()
  })
}

/** Subscribes to these devices while the component is mounted. */
export const useWatch = (macs: readonly string[]): void => {
  const key = macs.join(',')
  useEffect(() => {
    const macs_watched = key === '' ? [] : key.split(',')
    for (const mac of macs_watched) watched.set(mac, (watched.get(mac) ?? 0) + 1)
    sendWatch()
    return () => {
      for (const mac of macs_watched) {
        const left = (watched.get(mac) ?? 1) - 1
        if (left > 0) watched.set(mac, left)
        else watched.delete(mac)
      }
      sendWatch()
    }
  }, [key])
}

/** The latest pushed status of a device at this moment. */
export const liveOf = (mac: string): LiveStatus | undefined => statuses.get(mac)

/** The latest pushed status of a device, to be merged over the fetched one; undefined until the first push. */
export const useLive = (mac: string): LiveStatus | undefined => {
  const subscribe = useCallback(
    (notify: () => void) => {
      const existing = listeners.get(mac) ?? new Set()
      listeners.set(mac, existing.add(notify))
      return () => {
        existing.delete(notify)
        if (existing.size === 0) listeners.delete(mac)
      }
    },
    [mac],
  )
  return useSyncExternalStore(subscribe, () => statuses.get(mac))
}
