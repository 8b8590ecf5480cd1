import type { GatewayBus } from '../platform/bus.ts'
import { blocksOf, reportedValues } from './advance-state.ts'
import type { CachedDevice } from './device-cache.ts'
import type { Layout } from './layouts.ts'
import type { EvaluatedReport } from './persist-reports.ts'

/** Publishes state changes of watched devices to the console process. */
export type StatusPublisher = {
  watch: (device_ids: readonly number[]) => void
  /** Newest values of the watched devices of a batch, one message per device. */
  publishReports: (reports: readonly EvaluatedReport[]) => void
  /** All current values of a watched device, for a console that begins to watch it. */
  publishCurrentState: (device: CachedDevice, layout: Layout) => void
  /** A state change without values: online, offline, bus. */
  publishState: (device: CachedDevice) => void
}

export const createStatusPublisher = (bus: Pick<GatewayBus, 'publish'>): StatusPublisher => {
  let watched = new Set<number>()
  const publish = (device: CachedDevice, attrs: Record<string, number>, layout: Layout | null): void => {
    const { device_id, mac, agent_path, product_key, state } = device
    bus.publish({
      kind: 'status',
      device_id,
      mac,
      agent_path,
      product_key,
      at: state.last_report_ms,
      online_status: state.online_status,
      bus_status: state.bus_status,
      rssi_dbm: state.rssi_dbm,
      alarm_keys: [...state.alarm_keys],
      alarm_severity: state.alarm_severity,
      attrs,
      installer_keys: layout?.installer_keys ?? [],
    })
  }
  return {
    watch: (device_ids) => {
      watched = new Set(device_ids)
    },
    publishReports: (reports) => {
      const reported = new Map<CachedDevice, { layout: Layout; blocks: EvaluatedReport['report']['blocks'] }>()
      for (const { device, layout, report, state, at_ms } of reports) {
        // A replayed or late report does not change the current state.
        if (!watched.has(device.device_id) || state.last_report_ms !== at_ms) continue
        const before = reported.get(device)?.blocks ?? []
        reported.set(device, { layout, blocks: [...before, ...report.blocks] })
      }
      for (const [device, { layout, blocks }] of reported)
        publish(device, reportedValues(layout, device.state, blocks), layout)
    },
    publishCurrentState: (device, layout) => {
      if (watched.has(device.device_id)) publish(device, layout.decoder.decode(blocksOf(device.state.latest)), layout)
    },
    publishState: (device) => {
      if (watched.has(device.device_id)) publish(device, {}, null)
    },
  }
}
