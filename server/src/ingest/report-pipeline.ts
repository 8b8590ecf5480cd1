import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { decodePresent, judgeReport } from './advance-state.ts'
import { worstOf } from './alarm-rules.ts'
import type { DeviceState, KnownDevice, KnownDevices } from './known-devices.ts'
import type { Layout } from './layouts.ts'
import type { DeviceEvent, JudgedReport } from './persist-reports.ts'
import { type ParsedReport, repeatKey } from './report-frame.ts'

/** A report of a device we know, with the product version it is kept under. */
export type KnownReport = ParsedReport & { device: KnownDevice; layout: Layout; key: number }
/** A report that cannot be kept, and why. */
export type RejectedReport = { parsed: ParsedReport; reason: 'unknown_device' | 'product_without_version' }

/**
 * Step 1: who sent it. Memory for all but the first report of a device, and nobody waits for it; rejects when the database cannot be asked.
 * The reports of one device keep their order.
 */
export const identify = async (
  known: KnownDevices,
  reports: readonly ParsedReport[],
): Promise<{ reports: KnownReport[]; strangers: RejectedReport[] }> => {
  const found: KnownReport[] = []
  const strangers: RejectedReport[] = []
  const unknown: ParsedReport[] = []
  for (const parsed of reports) {
    const sender = known.getCachedSender(parsed.uplink.did)
    if (sender === undefined) unknown.push(parsed)
    else found.push({ ...parsed, ...sender, key: repeatKey(parsed) })
  }
  if (unknown.length === 0) return { reports: found, strangers }
  const devices = await Promise.all(unknown.map(({ uplink }) => known.find(uplink.did)))
  const layouts = await Promise.all(
    devices.map((device) => (device === null ? Promise.resolve(null) : known.findLayout(device))),
  )
  for (const [index, parsed] of unknown.entries()) {
    const device = devices[index] ?? null
    const layout = layouts[index] ?? null
    if (device === null) strangers.push({ parsed, reason: 'unknown_device' })
    else if (layout === null) strangers.push({ parsed, reason: 'product_without_version' })
    else found.push({ ...parsed, device, layout, key: repeatKey(parsed) })
  }
  return { reports: found, strangers }
}

/** Steps 2 and 3: what the reports say and what state they leave, each on top of the ones before it. Pure. */
export const decodeAndJudge = (reports: readonly KnownReport[]): JudgedReport[] => {
  const states = new Map<KnownDevice, DeviceState>()
  return reports.map((known) => {
    const before = states.get(known.device) ?? known.device.state
    const state = judgeReport(before, known.layout, known, decodePresent(before, known.layout, known))
    states.set(known.device, state)
    return { ...known, state }
  })
}

/** What the history of the device should tell: its bus went or came back, alarms came, its clock cannot be right. */
export const eventsOf = (
  reports: readonly JudgedReport[],
  mayTellClock: (device_id: number, now_ms: number) => boolean,
): DeviceEvent[] => {
  const events: DeviceEvent[] = []
  const bus = new Map<number, DeviceState['bus_status']>()
  const alarms = new Map<number, readonly string[]>()
  for (const { device, state, at_ms, clock_fault, report, uplink } of reports) {
    const { device_id } = device
    const before = bus.get(device_id) ?? device.state.bus_status
    bus.set(device_id, state.bus_status)
    if (state.bus_status !== before && !(before === 'unknown' && state.bus_status === 'ok'))
      events.push({ device_id, at_ms, kind: '485', detail: { st: state.bus_status === 'lost' ? 'down' : 'up' } })
    const had = alarms.get(device_id) ?? device.state.alarm_keys
    alarms.set(device_id, state.alarm_keys)
    const raised = state.alarm_keys.filter((key) => !had.includes(key))
    if (raised.length > 0) {
      const alarms_raised = state.alarms.filter(({ key }) => raised.includes(key))
      const codes = [...new Set(alarms_raised.flatMap(({ code }) => code ?? []))]
      events.push({
        device_id,
        at_ms,
        kind: 'alarm',
        detail: { keys: raised, severity: worstOf(alarms_raised), codes },
      })
    }
    if (clock_fault !== null && report.type !== REPORT_TYPE.reply && mayTellClock(device_id, uplink.arrived_ms))
      events.push({ device_id, at_ms, kind: 'clock', detail: { reason: clock_fault, ts: report.ts } })
  }
  return events
}
