import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { isSince, type LiveStatus } from '../../cloud/live-status.ts'

/** What of a row moves between two fetches. */
export type LiveFields = Pick<
  Device,
  'online_status' | 'bus_status' | 'rssi_dbm' | 'alarm_keys' | 'alarm_severity' | 'alarm_count' | 'alarm_status'
> & {
  /** Start of the state it is in, ISO 8601; null when not known or just begun. */
  since: string | null
  /** Newest report, unix ms. */
  report_at: number | null
  flow: { value: number | null; at: number | null }
}

/** Key of the flow water temperature in reports. Source: the built-in product's register map. */
const FLOW_KEY = 't_out'

/**
 * Lays a push over the fetched row. The status is the push's when it came after the row was asked for; the flow temperature is
 * whichever was measured later.
 */
export const mergeLive = (device: Device, live: LiveStatus | undefined, asked_at: number): LiveFields => {
  const fetched_report = device.last_report_time === null ? null : Date.parse(device.last_report_time)
  const report_at = Math.max(fetched_report ?? 0, live?.at ?? 0) || null
  const pushed = live?.values.get(FLOW_KEY)
  const flow =
    pushed !== undefined && pushed.at >= (fetched_report ?? 0) ? pushed : { value: device.flow_c, at: fetched_report }
  if (!isSince(live, asked_at)) return { ...device, since: sinceOf(device, device.online_status), report_at, flow }
  return {
    online_status: live.online_status,
    bus_status: live.bus_status,
    rssi_dbm: live.rssi_dbm,
    alarm_keys: live.alarm_keys,
    alarm_severity: live.alarm_severity,
    alarm_count: live.alarm_keys.length,
    alarm_status: live.alarm_keys.length > 0,
    since: sinceOf(device, live.online_status),
    report_at,
    flow,
  }
}

const sinceOf = (device: Device, state: Device['online_status']): string | null => {
  if (state !== device.online_status) return null
  return state === 'online' ? device.online_since : device.last_offline_time
}
