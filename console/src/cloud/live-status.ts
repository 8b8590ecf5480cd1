import type { ServerMessageOf } from '@heatfleet/contract/push.ts'

type Push = ServerMessageOf<'PushDeviceAttrStatus'>

/** The newest that was pushed about a device; `values` hold what came since this console watches, each with its time. */
export type LiveStatus = Pick<
  Push,
  'mac' | 'online_status' | 'bus_status' | 'rssi_dbm' | 'alarm_keys' | 'alarm_severity'
> & {
  /** When the newest push came, unix ms of this computer: tells whether what was asked for later is fresher. */
  received_at: number
  /** Device time of the newest report, unix ms; null when only the status changed so far. */
  at: number | null
  values: ReadonlyMap<string, { value: number; at: number }>
}

/** Takes one push in; a value never gives way to an older one. */
export const mergePush = (before: LiveStatus | undefined, push: Push, received_at: number): LiveStatus => {
  const { mac, online_status, bus_status, rssi_dbm, alarm_keys, alarm_severity, at } = push
  const status = { mac, online_status, bus_status, rssi_dbm, alarm_keys, alarm_severity, received_at }
  const known = before?.values ?? new Map<string, { value: number; at: number }>()
  if (at === null) return { ...status, at: before?.at ?? null, values: known }
  const values = new Map(known)
  for (const [key, value] of Object.entries(push.attrs))
    if ((values.get(key)?.at ?? 0) <= at) values.set(key, { value, at })
  return { ...status, at: Math.max(before?.at ?? 0, at), values }
}

/** True when the newest push is newer than an answer that was asked for then (unix ms), whenever that answer came. */
export const isSince = (live: LiveStatus | undefined, asked_at: number): live is LiveStatus =>
  live !== undefined && live.received_at >= asked_at
