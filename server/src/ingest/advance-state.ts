import type { BusState } from '@heatfleet/contract/transitions.ts'
import { blocksOfSlave, locate, namedSlaves } from '@heatfleet/modbus/locate.ts'
import type { Block, Values } from '@heatfleet/modbus/point.ts'
import { evaluateAlarms, worstOf } from './alarm-rules.ts'
import { valuesOf } from './compiled-condition.ts'
import type { DeviceState } from './device-cache.ts'
import { FLOW_KEY } from './flow-temperature.ts'
import type { LatestBlock } from './latest-blocks.ts'
import { packLatestBlocks, unpackLatestBlocks } from './latest-blocks.ts'
import type { Layout, StateReader } from './layouts.ts'
import { isPresent, type ParsedReport } from './report-frame.ts'

/**
 * Merges a good block into the latest ones so that they never overlap: a part of an existing block (a read-back, a reply to
 * a single read) is written into it, a block that covers existing ones replaces them. Word blocks only; bit blocks (fn 1, 2) are keyed by start.
 */
export const mergeLatestBlock = (latest: LatestBlock[], block: Block, at_s: number): void => {
  for (let at = 0; at < latest.length; at += 1) {
    const existing = latest[at]
    if (existing === undefined || existing.block.fn !== block.fn || existing.block.slave !== block.slave) continue
    const is_same_start = existing.block.start === block.start
    if (block.fn <= 2 ? is_same_start : is_same_start && existing.block.quantity === block.quantity) {
      latest[at] = { block, at_s }
      return
    }
    if (block.fn <= 2) continue
    if (covers(block, existing.block)) {
      latest.splice(at, 1)
      at -= 1
    } else if (covers(existing.block, block)) {
      const data = existing.block.data.slice()
      data.set(block.data, (block.start - existing.block.start) * 2)
      // The rest of the block is as old as it was.
      latest[at] = { block: { ...existing.block, data }, at_s: existing.at_s }
      return
    }
  }
  latest.push({ block, at_s })
}

const covers = (outer: Block, inner: Block): boolean =>
  outer.start <= inner.start && inner.start + inner.quantity <= outer.start + outer.quantity

/**
 * The latest blocks after a report, also as they are kept, and what was decoded from them: values of the product version's own points,
 * and all numbers of the reader, whose buffer the next report takes. Null = the report does not change the current state.
 */
type Decoded = { blocks: readonly LatestBlock[]; latest: Buffer; values: Values; numbers: Float64Array } | null

/**
 * Merges a report into the latest blocks and decodes the values that alarm rules and lists use, so that points calculated
 * over several blocks stay complete; a `reader` of more points begins with those of the layout's own. Null for a replay and for a report older than the newest: the current state never steps back.
 */
export const decodeCurrentState = (
  state: DeviceState,
  layout: Layout,
  parsed: ParsedReport,
  reader: StateReader = layout.state_reader,
): Decoded => {
  if (!isPresent(parsed) || (state.last_report_ms !== null && parsed.at_ms < state.last_report_ms)) return null
  const at_s = Math.floor(parsed.at_ms / 1000)
  const latest = unpackLatestBlocks(state.latest)
  for (const block of parsed.report.blocks) if (block.status === 0) mergeLatestBlock(latest, block, at_s)
  const { buffer: numbers } = reader
  reader.decodeInto(
    latest.map(({ block }) => block),
    numbers,
  )
  return {
    blocks: latest,
    latest: packLatestBlocks(latest),
    values: valuesOf(layout.state_reader.keys, numbers),
    numbers,
  }
}

/** The state after a report: blocks, raised and cleared alarms, bus, signal. */
export const evaluateReport = (
  state: DeviceState,
  layout: Layout,
  parsed: ParsedReport,
  decoded: Decoded,
): DeviceState => {
  if (decoded === null) return state
  const { alarms, pending_faults } = evaluateAlarms(layout.alarm_rules, decoded.values, state, parsed.at_ms)
  const alarm_keys = alarms.map(({ key }) => key)
  const has_raised = alarm_keys.some((key) => !state.alarm_keys.includes(key))
  return {
    ...state,
    latest: decoded.latest,
    flow_c: decoded.values[FLOW_KEY] ?? null,
    bus_status: busAfter(state.bus_status, parsed),
    rssi_dbm: parsed.report.rssi_dbm ?? state.rssi_dbm,
    last_report_ms: parsed.at_ms,
    alarms,
    alarm_keys,
    alarm_severity: worstOf(alarms),
    pending_faults,
    last_alarm_ms: has_raised ? parsed.at_ms : state.last_alarm_ms,
  }
}

/** Values by key of the points contained in these blocks, and of calculated points. */
export const reportedValues = (layout: Layout, state: DeviceState, blocks: readonly Block[]): Values => {
  const values = layout.decoder.decode(blocksOf(state.latest))
  const named = namedSlaves(layout.points.values())
  for (const [key, { data_type, slave, query_cmd, address }] of layout.points)
    if (data_type !== 'calc' && locate(blocksOfSlave(blocks, slave, named), query_cmd, address, 1) === null)
      delete values[key]
  return values
}

/** The newest blocks as the decoder takes them. */
export const blocksOf = (latest: DeviceState['latest']): Block[] => unpackLatestBlocks(latest).map(({ block }) => block)

const busAfter = (before: BusState, { report }: ParsedReport): BusState => {
  if (report.flags.bus_down) return 'lost'
  return report.blocks.some(({ status }) => status === 0) ? 'ok' : before
}
