import type { ServerMessageOf } from '@heatfleet/contract/push.ts'

type Push = ServerMessageOf<'PushDeviceAttrStatus'>

/**
 * The latest pushed status of a device; `values` are those received since the device is watched, each with its time.
 */
export type LiveStatus = Pick<
  Push,
  'mac' | 'online_status' | 'bus_status' | 'rssi_dbm' | 'alarm_keys' | 'alarm_severity'
> & {
  /** Time of the latest push, unix ms of this computer; compared with the request time of queries. */
  received_at: number
  /** Device time of the latest report, unix ms; null when only the status changed so far. */
  at: number | null
  values: ReadonlyMap<string, { value: number; at: number }>
}

/** Merges a push; an older value never replaces a newer one. */
export const mergePush = (before: LiveStatus | undefined, push: Push, received_at: number): LiveStatus => {
  const { mac, online_status, bus_status, rssi_dbm, alarm_keys, alarm_severity, at } = push
  const status = { mac, online_status, bus_status, rssi_dbm, alarm_keys, alarm_severity, received_at }
  const previous = before?.values ?? new Map<string, { value: number; at: number }>()
  if (at === null) return { ...status, at: before?.at ?? null, values: previous }
  const values = new Map(previous)
  for (const [key, value] of Object.entries(push.attrs))
    if ((values.get(key)?.at ?? 0) <= at) values.set(key, { value, at })
  return { ...status, at: Math.max(before?.at ?? 0, at), values }
}

/** True when the latest push is newer than a query sent at that time (unix ms), whenever its response arrived. */
export const isSince = (live: LiveStatus | undefined, requested_at: number): live is LiveStatus =>
  live !== undefined && live.received_at >= requested_at
