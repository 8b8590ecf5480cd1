import { useState } from 'react'
import { useList } from '../../lists/use-list.ts'
import { deviceLog, deviceLogOfUnit } from './list.tsx'

/** While somebody follows the log it is read anew so often, ms. */
const LIVE_MS = 5_000

/** The log of all units in scope, or of one (`mac`), with a switch that follows it. */
export const useDeviceLog = (mac: string | null) => {
  const [live, setLive] = useState(false)
  const list = useList(mac === null ? deviceLog : deviceLogOfUnit, undefined, {
    embedded: mac !== null,
    ...(mac === null ? {} : { also: { macs: [mac] } }),
    ...(live ? { refetchInterval: LIVE_MS } : {}),
  })
  return { list, live, setLive }
}
export type DeviceLogInUse = ReturnType<typeof useDeviceLog>
