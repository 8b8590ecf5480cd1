import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createPatience } from '../../ingest/database-faults.ts'
import type { KnownDevice, KnownDevices } from '../../ingest/known-devices.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LeaveReason } from '../../transports/device-transport.ts'
import { takeThoseNotBack } from './not-back.ts'
import { insertEvent, listOnline, type PresenceChange, storePresence } from './store-presence.ts'

/** Keeps `online` true to the connections, in the order in which they came and went. */
export type Presence = {
  cameOnline: (mac: string, address: string) => void
  wentOffline: (mac: string, why: LeaveReason | 'not_back') => void
  wasCloned: (mac: string, address: string, previous_address: string) => void
  /** Devices on line before this start get their grace to return; then they are off line, some at a time. Gives how to call it off. */
  reconcile: (isHere: (mac: string) => boolean) => Promise<() => void>
  settled: () => Promise<void>
}

const GRACE_MS = { wifi: LIMITS.offline_grace_wifi_ms, '4g': LIMITS.offline_grace_4g_ms } as const

type Deps = {
  pool: pg.Pool
  clock: Clock
  known: Pick<KnownDevices, 'find'>
  log: Logger
  /** After the commit. */
  onChanged: (device: KnownDevice) => void
}
type Waiting = { mac: string } & (
  | Omit<PresenceChange & { online: true }, 'device_id'>
  | Omit<PresenceChange & { online: false }, 'device_id'>
)

/** Changes wait while one transaction is under way and then go together: a fleet that reconnects is a few statements. */
export const createPresence = ({ pool, clock, known, log, onChanged }: Deps): Presence => {
  const patiently = createPatience({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'presence waits for the database'),
  })
  let waiting: Waiting[] = []
  let running: Promise<void> | null = null

  const store = async (changes: readonly Waiting[]): Promise<void> => {
    const devices = await Promise.all(changes.map(({ mac }) => known.find(mac)))
    const by_id = new Map<number, { device: KnownDevice; online: boolean }>()
    const rows: PresenceChange[] = []
    for (const [index, change] of changes.entries()) {
      const device = devices[index] ?? null
      if (device === null) continue
      by_id.set(device.device_id, { device, online: change.online })
      rows.push({ ...change, device_id: device.device_id })
    }
    const changed = new Set(await storePresence(pool, rows))
    for (const { device, online } of by_id.values()) {
      device.state = { ...device.state, online_status: online ? 'online' : 'offline' }
      if (changed.has(device.device_id)) onChanged(device)
    }
  }
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = takeDistinct(waiting)
      waiting = waiting.slice(batch.length)
      await patiently(() => store(batch)).catch((error: unknown) => log.error({ error }, 'presence not stored'))
    }
  }
  const push = (change: Waiting): void => {
    waiting.push(change)
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      running = null
    })
  }
  const settled = async (): Promise<void> => {
    while (running !== null) await running
  }
  const wentOffline: Presence['wentOffline'] = (mac, why) => push({ mac, online: false, at_ms: clock.now(), why })

  return {
    cameOnline: (mac, address) => push({ mac, online: true, at_ms: clock.now(), address }),
    wentOffline,
    wasCloned: (mac, address, previous_address) => {
      const at_ms = clock.now()
      const detail = { address, previous_address }
      log.warn({ mac, ...detail }, 'second connection under one id')
      known
        .find(mac)
        .then((device) => device && insertEvent(pool, { device_id: device.device_id, at_ms, kind: 'cloned', detail }))
        .catch((error: unknown) => log.error({ error, mac }, 'cloned id not noted'))
    },
    reconcile: async (isHere) => {
      const by_grace = Map.groupBy(await listOnline(pool), ({ net, offline_after_s }) =>
        offline_after_s === null ? GRACE_MS[net] : offline_after_s * 1_000,
      )
      const takeOffLine = async (macs: readonly string[]): Promise<void> => {
        for (const mac of macs) wentOffline(mac, 'not_back')
        await settled()
      }
      const stops = [...by_grace].map(([grace_ms, before]) =>
        takeThoseNotBack(
          { clock, isHere, takeOffLine },
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

/** Comings and goings of one statement: what reads or writes beside it waits for no more. */
const AT_ONCE_MAX = 2_000

/** The longest start of the list that names no device twice: one statement can change a row only once. */
const takeDistinct = (changes: readonly Waiting[]): Waiting[] => {
  const seen = new Set<string>()
  for (const { mac } of changes) {
    if (seen.size === AT_ONCE_MAX || seen.has(mac)) break
    seen.add(mac)
  }
  return changes.slice(0, seen.size)
}
