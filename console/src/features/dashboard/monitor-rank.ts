import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'

type Ranked = Pick<Device, 'online_status' | 'bus_status' | 'alarm_severity'> & { alarm_keys: readonly string[] }

const BUS_LOST = 25
const OFFLINE = 5

/** How bad a unit stands: critical and major alarms, a lost board, other alarms, a lost connection. Pure. */
export const rankOf = ({ online_status, bus_status, alarm_keys, alarm_severity }: Ranked): number => {
  const severity = alarm_severity === null ? 'major' : alarm_severity
  const of_alarms = alarm_keys.length === 0 ? 0 : 10 + SEVERITIES.indexOf(severity) * 10
  const of_bus = bus_status === 'lost' && online_status === 'online' ? BUS_LOST : 0
  return Math.max(of_alarms, of_bus, online_status === 'offline' ? OFFLINE : 0)
}
