import { api } from '@heatfleet/contract/api.ts'
import type { DeviceDetail, LatestText } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import type { ControlTemplate, Schematic } from '@heatfleet/contract/products/settings.ts'
import { useEffect, useMemo } from 'react'
import { requestedAt, useRead } from '../../cloud/call.ts'
import { useLive, useWatch } from '../../cloud/live.ts'
import { isSince } from '../../cloud/live-status.ts'
import { send, useConnection } from '../../cloud/socket.ts'
import { type Definition, mergeReadings, newestAt, type Readings } from '../../points/readings.ts'
import { useDefinition } from '../../points/use-definition.ts'

/** A device on this screen: fetched data with pushed data merged over it. */
export type DeviceView = {
  device: DeviceDetail
  /** Null while the product definition loads, and where it cannot be had. */
  definition: Definition | null
  /** The product's default curves. */
  default_curves: readonly string[]
  schematic: Schematic
  /** The product's setting templates. */
  templates: readonly ControlTemplate[]
  /** The product's weekly schedules. */
  schedules: readonly WeeklySchedule[]
  readings: Readings
  /** What registers of characters hold, by key. */
  texts: ReadonlyMap<string, LatestText>
  /** Device time of the latest value, unix ms; null = never reported. */
  reported_at: number | null
  connected: boolean
}

const FETCH_AGAIN_MS = 60_000
/** Renewed well before the fast reporting expires. */
const LIVE_VIEW_AGAIN_MS = (LIMITS.live_view_ttl_s * 1000) / 3

/** Reads and watches one device and requests fast reporting while it is on the screen. */
export const useDeviceView = (mac: string) => {
  useWatch(useMemo(() => [mac], [mac]))
  const connected = useConnection().state === 'live'
  const info = useRead(api.deviceInfo, { query: { mac } }, { refetchInterval: FETCH_AGAIN_MS })
  const product_key = info.data?.product_key
  const { definition, default_curves, schematic, templates, schedules, error, retry } = useDefinition(product_key)
  const requested_at = requestedAt(info, api.deviceInfo, { query: { mac } })
  const live = useLive(mac)

  const reachable = info.data?.online_status === 'online'
  useEffect(() => {
    if (!connected || !reachable) return
    send({ cmd: 'LiveView', mac })
    const timer = setInterval(() => send({ cmd: 'LiveView', mac }), LIVE_VIEW_AGAIN_MS)
    return () => clearInterval(timer)
  }, [connected, reachable, mac])

  const view = useMemo((): DeviceView | null => {
    if (info.data === undefined) return null
    const readings = mergeReadings(info.data.values, live?.values)
    // The newer of push and query decides: after an outage that is the query.
    const status = isSince(live, requested_at) ? live : info.data
    const { online_status, bus_status, rssi_dbm, alarm_keys, alarm_severity } = status
    return {
      device: {
        ...info.data,
        online_status,
        bus_status,
        rssi_dbm,
        alarm_keys,
        alarm_severity,
        alarm_count: alarm_keys.length,
        alarm_status: alarm_keys.length > 0,
      },
      definition,
      default_curves,
      schematic,
      templates,
      schedules,
      readings,
      texts: new Map(info.data.texts.map((one) => [one.key, one])),
      reported_at: newestAt(readings),
      connected,
    }
  }, [info.data, requested_at, live, definition, default_curves, schematic, templates, schedules, connected])
  return {
    view,
    error: info.error ?? error,
    retry: () => void info.refetch(),
    /** Why there are no points; null = they are there, or still load. */
    points_failed: definition === null && error !== null ? { error, retry } : null,
  }
}
