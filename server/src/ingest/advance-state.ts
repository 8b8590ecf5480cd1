import type { BusState } from '@heatfleet/contract/transitions.ts'
import { locate } from '@heatfleet/modbus/locate.ts'
import type { Block, Values } from '@heatfleet/modbus/point.ts'
import { judgeAlarms, worstOf } from './alarm-rules.ts'
import { FLOW_KEY } from './flow-temperature.ts'
import type { DeviceState } from './known-devices.ts'
import type { LatestBlock } from './latest-blocks.ts'
import { packLatestBlocks, unpackLatestBlocks } from './latest-blocks.ts'
import type { Layout } from './layouts.ts'
import { isPresent, type ParsedReport } from './report-frame.ts'

/**
 * Puts a good block among the newest ones so that they never overlap: a part of a kept block (a read-back, a reply to
 * a single read) is written into it, a block that covers kept ones takes their place. Words only; bit blocks (fn 1, 2) are kept by their start.
 */
export const mergeLatestBlock = (latest: LatestBlock[], block: Block, at_s: number): void => {
  for (let at = 0; at < latest.length; at += 1) {
    const kept = latest[at]
    if (kept === undefined || kept.block.fn !== block.fn || kept.block.slave !== block.slave) continue
    const is_same_start = kept.block.start === block.start
    if (block.fn <= 2 ? is_same_start : is_same_start && kept.block.quantity === block.quantity) {
      latest[at] = { block: block, at_s }
      return
    }
    if (block.fn <= 2) continue
    if (covers(block, kept.block)) {
      latest.splice(at, 1)
      at -= 1
    } else if (covers(kept.block, block)) {
      const data = kept.block.data.slice()
      data.set(block.data, (block.start - kept.block.start) * 2)
      // The rest of the block is as old as it was.
      latest[at] = { block: { ...kept.block, data }, at_s: kept.at_s }
      return
    }
  }
  latest.push({ block: block, at_s })
}

const covers = (outer: Block, inner: Block): boolean =>
  outer.start <= inner.start && inner.start + inner.quantity <= outer.start + outer.quantity

/** The newest blocks a report leaves behind, and what is read of them; null = it tells nothing of the present. */
export type Decoded = { latest: Buffer; values: Values } | null

/**
 * Lays a report over the newest blocks and decodes of the result what alarms are judged by and lists show, so that points
 * calculated over several blocks stay complete. Null for a replay and for a report older than the newest: the present never steps back.
 */
export const decodePresent = (state: DeviceState, layout: Layout, parsed: ParsedReport): Decoded => {
  if (!isPresent(parsed) || (state.last_report_ms !== null && parsed.at_ms < state.last_report_ms)) return null
  const at_s = Math.floor(parsed.at_ms / 1000)
  const latest = unpackLatestBlocks(state.latest)
  for (const block of parsed.report.blocks) if (block.status === 0) mergeLatestBlock(latest, block, at_s)
  return { latest: packLatestBlocks(latest), values: layout.state_decoder.decode(latest.map(({ block }) => block)) }
}

/** The state after a report: blocks, alarms raised and gone, bus, signal. */
export const judgeReport = (
  state: DeviceState,
  layout: Layout,
  parsed: ParsedReport,
  decoded: Decoded,
): DeviceState => {
  if (decoded === null) return state
  const { alarms, pending_faults } = judgeAlarms(layout.alarm_rules, decoded.values, state, parsed.at_ms)
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

/** Values by key of the points that stand in these blocks, and of the calculated ones: what a report brought. */
export const reportedValues = (layout: Layout, state: DeviceState, blocks: readonly Block[]): Values => {
  const values = layout.decoder.decode(blocksOf(state.latest))
  for (const [key, { data_type, query_cmd, address }] of layout.points)
    if (data_type !== 'calc' && locate(blocks, query_cmd, address, 1) === null) delete values[key]
  return values
}

/** The newest blocks as the decoder takes them. */
export const blocksOf = (latest: DeviceState['latest']): Block[] => unpackLatestBlocks(latest).map(({ block }) => block)

const busAfter = (before: BusState, { report }: ParsedReport): BusState => {
  if (report.flags.bus_down) return 'lost'
  return report.blocks.some(({ status }) => status === 0) ? 'ok' : before
}
