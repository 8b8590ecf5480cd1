import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeCurrentState, evaluateReport } from './advance-state.ts'
import { worstOf } from './alarm-rules.ts'
import type { CachedDevice, DeviceCache, DeviceState } from './device-cache.ts'
import type { RuleEvaluator } from './device-rules.ts'
import type { Layout } from './layouts.ts'
import type { DeviceEvent, EvaluatedReport } from './persist-reports.ts'
import { isPresent, type ParsedReport, repeatKey } from './report-frame.ts'

/** A report of a registered device with its product version. */
export type IdentifiedReport = ParsedReport & { device: CachedDevice; layout: Layout; key: number }
/** A report that cannot be stored, and why. */
type RejectedReport = {
  parsed: ParsedReport
  reason: 'unknown_device' | 'replaced_module' | 'product_without_version'
}

/**
 * Step 1: identifies the sender, from the cache for all but the first report of a device; rejects when the database is unavailable.
 * Reports of one device keep their order.
 */
export const identify = async (
  device_cache: DeviceCache,
  reports: readonly ParsedReport[],
): Promise<{ reports: IdentifiedReport[]; rejected: RejectedReport[] }> => {
  const found: IdentifiedReport[] = []
  const rejected: RejectedReport[] = []
  const unknown: ParsedReport[] = []
  for (const parsed of reports) {
    const sender = device_cache.getCachedSender(parsed.uplink.did)
    if (sender === undefined) unknown.push(parsed)
    else found.push({ ...parsed, ...sender, key: repeatKey(parsed) })
  }
  if (unknown.length === 0) return { reports: await withFormerLayouts(device_cache, found), rejected }
  const devices = await Promise.all(unknown.map(({ uplink }) => device_cache.find(uplink.did)))
  const layouts = await Promise.all(
    devices.map((device) => (device === null ? Promise.resolve(null) : device_cache.findLayout(device))),
  )
  for (const [index, parsed] of unknown.entries()) {
    const device = devices[index] ?? null
    const layout = layouts[index] ?? null
    if (device === null) rejected.push({ parsed, reason: 'unknown_device' })
    else if (device.replaced) rejected.push({ parsed, reason: 'replaced_module' })
    else if (layout === null) rejected.push({ parsed, reason: 'product_without_version' })
    else found.push({ ...parsed, device, layout, key: repeatKey(parsed) })
  }
  return { reports: await withFormerLayouts(device_cache, found), rejected }
}

/**
 * Reports sent late, or again, of a time before the version in use was published get the version of their time: their bytes
 * mean what they meant when they were made, and one that is stored twice is stored under one version. Those that only seem
 * old because the clock of their module is slow come in order and are not marked: they keep the version in use.
 */
const withFormerLayouts = async (
  device_cache: Pick<DeviceCache, 'findLayoutAt'>,
  reports: IdentifiedReport[],
): Promise<IdentifiedReport[]> => {
  for (const [at, report] of reports.entries()) {
    const { layout, at_ms, device } = report
    if (layout.published_ms === null || at_ms >= layout.published_ms || !isLate(report)) continue
    // One after the other: the first loads the version for all of its time.
    reports[at] = { ...report, layout: (await device_cache.findLayoutAt(device, at_ms)) ?? layout }
  }
  return reports
}

const isLate = ({ device, ...parsed }: IdentifiedReport): boolean =>
  !isPresent(parsed) || parsed.uplink.is_repeat || parsed.at_ms <= (device.state.last_report_ms ?? 0)

/** Steps 2 and 3: decodes each report and evaluates the resulting state, in order. Pure. */
export const decodeAndEvaluate = (reports: readonly IdentifiedReport[], rules_of: RuleEvaluator): EvaluatedReport[] => {
  const states = new Map<CachedDevice, DeviceState>()
  return reports.map((report) => {
    const before = states.get(report.device) ?? report.device.state
    const { device, layout } = report
    const set = rules_of.findSet(device, layout)
    const decoded = decodeCurrentState(before, layout, report, set?.reader)
    const after = evaluateReport(before, layout, report, decoded)
    const rules = decoded === null ? before.rules : rules_of.evaluate(set, device, before, decoded, report.at_ms)
    const state = rules === after.rules ? after : { ...after, rules }
    states.set(report.device, state)
    return { ...report, state }
  })
}

/** Events for the device's history: bus lost or restored, alarms raised, implausible clock. */
export const eventsOf = (
  reports: readonly EvaluatedReport[],
  mayLogClockFault: (device_id: number, now_ms: number) => boolean,
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
    if (clock_fault !== null && report.type !== REPORT_TYPE.reply && mayLogClockFault(device_id, uplink.arrived_ms))
      events.push({ device_id, at_ms, kind: 'clock', detail: { reason: clock_fault, ts: report.ts } })
  }
  return events
}
