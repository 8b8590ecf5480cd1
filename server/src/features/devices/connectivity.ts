import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { CachedDevice, DeviceCache } from '../../ingest/device-cache.ts'
import { createRetry } from '../../ingest/retry-policy.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DisconnectReason } from '../../transports/device-transport.ts'
import { markUnreturnedDevicesOffline } from './reconnect-timeout.ts'
import { type ConnectivityChange, insertEvent, listOnline, storeConnectivity } from './store-connectivity.ts'

/** Stores `online` in the order of connects and disconnects. */
export type Connectivity = {
  cameOnline: (mac: string, address: string) => void
  wentOffline: (mac: string, why: DisconnectReason | 'not_back') => void
  wasCloned: (mac: string, address: string, previous_address: string) => void
  /** Devices online before this start are marked offline after their grace period unless they reconnect. Returns the cancellation. */
  reconcile: (isConnected: (mac: string) => boolean) => Promise<() => void>
  settled: () => Promise<void>
}

const GRACE_MS = { wifi: LIMITS.offline_grace_wifi_ms, '4g': LIMITS.offline_grace_4g_ms } as const

/** A module that takes its own connection again and again is told once a minute, in the log and in its events. */
const CLONE_EVERY_MS = 60_000
/** Modules of which that is remembered. */
const CLONES_MAX = 10_000

type Deps = {
  pool: pg.Pool
  clock: Clock
  device_cache: Pick<DeviceCache, 'find'>
  log: Logger
  /** After the commit. */
  onChanged: (device: CachedDevice) => void
}
type PendingChange = { mac: string } & (
  | Omit<ConnectivityChange & { online: true }, 'device_id'>
  | Omit<ConnectivityChange & { online: false }, 'device_id'>
)

/** Changes are batched while a transaction runs: a reconnecting fleet takes a few statements. */
export const createConnectivity = ({ pool, clock, device_cache, log, onChanged }: Deps): Connectivity => {
  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'presence waits for the database'),
  })
  let pending: PendingChange[] = []
  let running: Promise<void> | null = null

  const store = async (changes: readonly PendingChange[]): Promise<void> => {
    const devices = await Promise.all(changes.map(({ mac }) => device_cache.find(mac)))
    const by_id = new Map<number, { device: CachedDevice; online: boolean }>()
    const rows: ConnectivityChange[] = []
    for (const [index, change] of changes.entries()) {
      const device = devices[index] ?? null
      if (device === null) continue
      by_id.set(device.device_id, { device, online: change.online })
      rows.push({ ...change, device_id: device.device_id })
    }
    const changed = new Set(await storeConnectivity(pool, rows))
    for (const { device, online } of by_id.values()) {
      device.state = { ...device.state, online_status: online ? 'online' : 'offline' }
      if (changed.has(device.device_id)) onChanged(device)
    }
  }
  const run = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = takeDistinctDevices(pending)
      pending = pending.slice(batch.length)
      await withRetry(() => store(batch)).catch((error: unknown) => log.error({ error }, 'presence not stored'))
    }
  }
  /** When each was told last, and how often it happened since. */
  const clones = new Map<string, { at_ms: number; untold: number }>()
  const push = (change: PendingChange): void => {
    pending.push(change)
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      running = null
    })
  }
  const settled = async (): Promise<void> => {
    while (running !== null) await running
  }
  const wentOffline: Connectivity['wentOffline'] = (mac, why) => push({ mac, online: false, at_ms: clock.now(), why })

  return {
    cameOnline: (mac, address) => push({ mac, online: true, at_ms: clock.now(), address }),
    wentOffline,
    wasCloned: (mac, address, previous_address) => {
      const at_ms = clock.now()
      const since = clones.get(mac)
      if (since !== undefined && at_ms - since.at_ms < CLONE_EVERY_MS) {
        since.untold += 1
        return
      }
      const detail = { address, previous_address, ...(since?.untold ? { untold: since.untold } : {}) }
      clones.delete(mac)
      clones.set(mac, { at_ms, untold: 0 })
      // The oldest comes first.
      for (const oldest of clones.keys()) if (clones.size > CLONES_MAX) clones.delete(oldest)
      log.warn({ mac, ...detail }, 'second connection under one id')
      device_cache
        .find(mac)
        .then((device) => device && insertEvent(pool, { device_id: device.device_id, at_ms, kind: 'cloned', detail }))
        .catch((error: unknown) => log.error({ error, mac }, 'cloned id not noted'))
    },
    reconcile: async (isConnected) => {
      const by_grace = Map.groupBy(await listOnline(pool), ({ net, offline_after_s }) =>
        offline_after_s === null ? GRACE_MS[net] : offline_after_s * 1_000,
      )
      const markOffline = async (macs: readonly string[]): Promise<void> => {
        for (const mac of macs) wentOffline(mac, 'not_back')
        await settled()
      }
      const stops = [...by_grace].map(([grace_ms, before]) =>
        markUnreturnedDevicesOffline(
          { clock, isConnected, markOffline },
          before.map(({ mac }) => mac),
          grace_ms,
        ),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    settled,
  }
}

/** Changes per statement: limits the lock time for concurrent queries. */
const BATCH_MAX = 2_000

/** The longest prefix without a repeated device: one statement can update a row only once. */
const takeDistinctDevices = (changes: readonly PendingChange[]): PendingChange[] => {
  const seen = new Set<string>()
  for (const { mac } of changes) {
    if (seen.size === BATCH_MAX || seen.has(mac)) break
    seen.add(mac)
  }
  return changes.slice(0, seen.size)
}
