import { api } from '@heatfleet/contract/api.ts'
import type { DeviceFault } from '@heatfleet/contract/faults/device-faults.ts'
import { useEffect } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { usePointText } from '../../../points/point-text.ts'
import type { DeviceView } from '../device-view.ts'

const AGAIN_MS = 60_000

/** An active alarm in the viewer's language; until its details are fetched it has only its point's name. */
export type ActiveFault = Pick<DeviceFault, 'point_key' | 'code' | 'since'> & {
  name: string
  severity: DeviceFault['severity'] | null
  /** The details have been fetched. */
  is_loaded: boolean
}

/** The active faults of the device, worst first: alarms from pushes with details from the knowledge base. */
export const useDeviceFaults = ({ device, definition }: Pick<DeviceView, 'device' | 'definition'>): ActiveFault[] => {
  const { language, nameOf } = usePointText()
  const { mac, alarm_keys } = device
  const some = alarm_keys.length > 0
  const { data, refetch } = useRead(
    api.deviceFaults,
    { query: { mac } },
    { enabled: some, refetchInterval: some && AGAIN_MS },
  )
  // A push carries only the keys of active alarms: details are fetched again whenever the keys change, also while an
  // older request is pending.
  const active_keys = alarm_keys.join(' ')
  useEffect(() => {
    if (active_keys !== '') void refetch()
  }, [active_keys, refetch])
  return alarm_keys.map((point_key) => {
    const point = definition?.get(point_key)
    const details = data?.find((fault) => fault.point_key === point_key)
    return {
      point_key,
      code: details?.code ?? null,
      name: details?.names?.[language] || details?.names?.en || (point === undefined ? point_key : nameOf(point)),
      severity: details?.severity ?? null,
      since: details?.since ?? null,
      is_loaded: details !== undefined,
    }
  })
}
