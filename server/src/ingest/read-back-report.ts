import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { MAX_AHEAD_S } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { CachedDevice } from './device-cache.ts'
import type { ParsedReport } from './report-frame.ts'

/** Registers of a slave that were read. */
export type ReadRegisters = { slave: number; read: { fn: 1 | 2 | 3 | 4; start: number } }

/**
 * Builds a report of one block from the words a module read back after a write, so that lists, screens and history show
 * the written value before the next regular report. Null for coils, which reports do not contain.
 */
export const readBackReport = (
  { mac, state }: Pick<CachedDevice, 'mac' | 'state'>,
  { slave, read }: ReadRegisters,
  words: readonly number[],
  ack: Pick<AckMessage, 'ts'>,
  now_ms: number,
  /** Unique per read-back, so that two with the same words are not duplicates. */
  seq: number,
  onStored: () => void,
): ParsedReport | null => {
  if (read.fn <= 2) return null
  const data = Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]))
  const block = { slave, fn: read.fn, start: read.start, quantity: words.length, status: 0, data }
  const report = {
    type: REPORT_TYPE.reply,
    seq: seq & 0xffff,
    // No timestamp: distinguishes it from the module's own reports with the same number and second.
    ts: 0,
    flags: NO_FLAGS,
    rssi_dbm: null,
    csq: null,
    blocks: [block],
  }
  return {
    uplink: {
      did: mac,
      channel: 'blk',
      payload: Buffer.alloc(0),
      arrived_ms: now_ms,
      is_repeat: false,
      acknowledge: onStored,
    },
    report,
    raw: encodeReport(report),
    at_ms: Math.max(answeredMs(ack, now_ms), state.last_report_ms ?? 0) || now_ms,
    clock_fault: null,
  }
}

/**
 * By the module's own clock, like its reports: by the server's clock, the next reports of a module with a slow clock would
 * count as old.
 */
const answeredMs = ({ ts }: Pick<AckMessage, 'ts'>, now_ms: number): number => {
  if (ts === undefined || ts === 0) return 0
  return ts * 1000 > now_ms + MAX_AHEAD_S * 1000 ? 0 : ts * 1000
}
