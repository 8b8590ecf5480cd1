import type { Device } from '@heatfleet/contract/devices.ts'
import { Age } from '../../ui/age.tsx'
import { AlarmMark, BusMark, OnlineMark, SignalMark } from '../../ui/status.tsx'
import { Value } from '../../ui/value.tsx'
import { useLiveDevice } from './live-device.ts'

type CellProps = { device: Device }

/** Online, offline since, or never; follows the socket. */
export const StatusCell = ({ device }: CellProps) => {
  const { online_status, since } = useLiveDevice(device)
  return <OnlineMark state={online_status} since={since} />
}

/** Signal of a module that is online; an old one tells nothing. */
export const SignalCell = ({ device }: CellProps) => {
  const { online_status, rssi_dbm } = useLiveDevice(device)
  return <SignalMark rssi_dbm={online_status === 'online' ? rssi_dbm : null} net={device.net} />
}

/** Faults of the last report, the worst by name. */
export const AlarmCell = ({ device }: CellProps) => {
  const { alarm_count, alarm_keys } = useLiveDevice(device)
  return <AlarmMark count={alarm_count} keys={alarm_keys} />
}

/** Flow temperature while the unit is online; what it was before it went offline is no news. */
export const FlowCell = ({ device }: CellProps) => {
  const { online_status, flow } = useLiveDevice(device)
  return <Value value={online_status === 'online' ? flow.value : null} unit="°C" at={flow.at} />
}

/** Age of the last report, ticking. */
export const ReportCell = ({ device }: CellProps) => <Age at={useLiveDevice(device).report_at} />

/** State of the bus between module and board. */
export const BusCell = ({ device }: CellProps) => <BusMark state={useLiveDevice(device).bus_status} />
