import { api } from '@heatfleet/contract/api.ts'
import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { call, queryClient } from './call.ts'
import { type LiveStatus, mergePush } from './live-status.ts'
import { renewSession, tokenOf, useSession } from './session.ts'
import { onConnection, onMessage, send } from './socket.ts'

/**
 * Asks anew what the account may; where that changed, menu and buttons follow, and it says so. Nothing happens when the
 * calls fail: the next connection asks once more.
 */
const refreshAccess = async (): Promise<boolean> => {
  const token = tokenOf()
  if (token === null) return false
  const answers = await Promise.all([call(api.ownAccess), call(api.roleMenu)]).catch(() => null)
  const { user, menu } = useSession.getState()
  if (answers === null || user === null || user.token !== token) return false
  const [access, new_menu] = answers
  const is_same = JSON.stringify([{ ...user, ...access }, new_menu]) === JSON.stringify([user, menu])
  if (!is_same) renewSession(access, new_menu)
  return !is_same
}

export type { LiveStatus } from './live-status.ts'

const statuses = new Map<string, LiveStatus>()
const listeners = new Map<string, Set<() => void>>()
/** How many parts of the screen watch each device. */
const watched = new Map<string, number>()
let waiting: ServerMessageOf<'PushDeviceAttrStatus'>[] = []
let watchAsked = false

/** All pushes of one frame are taken in together: at most one drawing a frame, however many devices report. */
const takeIn = () => {
  const pushes = waiting
  waiting = []
  const received_at = Date.now()
  for (const push of pushes) statuses.set(push.mac, mergePush(statuses.get(push.mac), push, received_at))
  for (const mac of new Set(pushes.map((push) => push.mac))) for (const tell of listeners.get(mac) ?? []) tell()
}

/** Tells the server the set of watched devices, once for all the changes of one turn. */
const askWatch = () => {
  if (watchAsked) return
  watchAsked = true
  queueMicrotask(() => {
    watchAsked = false
    send({ cmd: 'WatchDevices', macs: [...watched.keys()] })
  })
}

/** Joins the socket to the store and the cache; once, at start. */
export const startLive = (): void => {
  let lost = false
  onMessage('PushDeviceAttrStatus', (push) => {
    waiting.push(push)
    // A hidden tab has no frames; what it missed is kept small by taking it in at once.
    if (document.hidden) takeIn()
    else if (waiting.length === 1) requestAnimationFrame(takeIn)
  })
  onMessage('PushProductDefination', () => void queryClient.invalidateQueries({ queryKey: ['product'] }))
  onMessage('PushNotice', () => void queryClient.invalidateQueries({ queryKey: ['notice'] }))
  // Whoever sees another part of the tree sees other rows of everything.
  onMessage('PushTreeChanged', () => void queryClient.invalidateQueries())
  // The server forgot what is watched when it took the right away; with the right back, it is told again.
  onMessage('PushMenuChanged', () => {
    void refreshAccess().then(() => {
      askWatch()
      return queryClient.invalidateQueries()
    })
  })
  onMessage('ModifyDevicesInfoPushResult', () => void queryClient.invalidateQueries({ queryKey: ['device'] }))
  onConnection(({ state }) => {
    if (state !== 'live') {
      lost = true
      return
    }
    askWatch()
    // Rights may have changed while nobody could tell; what was missed while away is fetched, so that lists and curves have no holes.
    const was_lost = lost
    void refreshAccess().then((changed) => (changed || was_lost ? queryClient.invalidateQueries() : undefined))
    lost = false
  })
  useSession.subscribe((session) => {
    if (session.user !== null) return
    statuses.clear()
    queryClient.clear()
  })
}

/** Has the status of these devices pushed while the component is on the screen. */
export const useWatch = (macs: readonly string[]): void => {
  const key = macs.join(',')
  useEffect(() => {
    const wanted = key === '' ? [] : key.split(',')
    for (const mac of wanted) watched.set(mac, (watched.get(mac) ?? 0) + 1)
    askWatch()
    return () => {
      for (const mac of wanted) {
        const left = (watched.get(mac) ?? 1) - 1
        if (left > 0) watched.set(mac, left)
        else watched.delete(mac)
      }
      askWatch()
    }
  }, [key])
}

/** The newest pushed status of one device, to lay over what was fetched; undefined until the first push. */
export const useLive = (mac: string): LiveStatus | undefined => {
  const subscribe = useCallback(
    (tell: () => void) => {
      const known = listeners.get(mac) ?? new Set()
      listeners.set(mac, known.add(tell))
      return () => {
        known.delete(tell)
        if (known.size === 0) listeners.delete(mac)
      }
    },
    [mac],
  )
  return useSyncExternalStore(subscribe, () => statuses.get(mac))
}
