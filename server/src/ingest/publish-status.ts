import type { GatewayBus } from '../platform/bus.ts'
import { blocksOf, reportedValues } from './advance-state.ts'
import type { KnownDevice } from './known-devices.ts'
import type { Layout } from './layouts.ts'
import type { JudgedReport } from './persist-reports.ts'

/** Tells the console process what became of the devices somebody watches. */
export type StatusPublisher = {
  watch: (device_ids: readonly number[]) => void
  /** Newest values of each watched device of a batch, one message a device. */
  publishReports: (reports: readonly JudgedReport[]) => void
  /** All values of a watched device as they stand, told to who begins to watch it. */
  publishPresent: (device: KnownDevice, layout: Layout) => void
  /** A change of state without values: on line, off line, bus. */
  publishState: (device: KnownDevice) => void
}

export const createStatusPublisher = (bus: Pick<GatewayBus, 'tell'>): StatusPublisher => {
  let watched = new Set<number>()
  const tell = (device: KnownDevice, attrs: Record<string, number>, layout: Layout | null): void => {
    const { device_id, mac, agent_path, product_key, state } = device
    bus.tell({
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
      const brought = new Map<KnownDevice, { layout: Layout; blocks: JudgedReport['report']['blocks'] }>()
      for (const { device, layout, report, state, at_ms } of reports) {
        // A replayed or late report says nothing of the present.
        if (!watched.has(device.device_id) || state.last_report_ms !== at_ms) continue
        const before = brought.get(device)?.blocks ?? []
        brought.set(device, { layout, blocks: [...before, ...report.blocks] })
      }
      for (const [device, { layout, blocks }] of brought)
        tell(device, reportedValues(layout, device.state, blocks), layout)
    },
    publishPresent: (device, layout) => {
      if (watched.has(device.device_id)) tell(device, layout.decoder.decode(blocksOf(device.state.latest)), layout)
    },
    publishState: (device) => {
      if (watched.has(device.device_id)) tell(device, {}, null)
    },
  }
}
