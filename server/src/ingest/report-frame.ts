import { DUPLICATE_WINDOW_S, MAX_AHEAD_S } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { REPORT_TYPE, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { decodeJsonReport } from '@heatfleet/contract/device-protocol/report-json.ts'
import type { Uplink } from '../transports/device-transport.ts'

/** Older timestamps mean a wrong clock, not a full flash, in days. */
const MAX_AGE_DAYS = 400
const DAY_MS = 86_400_000

/** Why a report is stored under its arrival time. */
type ClockFault = 'unknown' | 'ahead' | 'too_old'

/** A parsed report with its bytes in the stored form. */
export type ParsedReport = {
  uplink: Uplink
  report: Report
  /** The binary block report: as received, or encoded from the JSON form. */
  raw: Uint8Array
  /** Unix ms: the module's time, or the arrival time when its clock is implausible. */
  at_ms: number
  clock_fault: ClockFault | null
}
type ReportParse = { ok: true; parsed: ParsedReport } | { ok: false; reason: string }

/** Reads either form of a report (device-protocol 4); pure, never throws. */
export const parseReport = (uplink: Uplink): ReportParse => {
  const decoded = uplink.channel === 'blkj' ? decodeJsonReport(uplink.payload) : decodeReport(uplink.payload)
  if (!decoded.ok) return { ok: false, reason: decoded.reason }
  const { report } = decoded
  const clock_fault = findClockFault(report.ts, uplink.arrived_ms)
  const raw = uplink.channel === 'blkj' ? encodeReport(report) : uplink.payload
  const at_ms = clock_fault === null ? report.ts * 1000 : uplink.arrived_ms
  return { ok: true, parsed: { uplink, report, raw, at_ms, clock_fault } }
}

const findClockFault = (ts: number, arrived_ms: number): ClockFault | null => {
  if (ts === 0) return 'unknown'
  if (ts * 1000 > arrived_ms + MAX_AHEAD_S * 1000) return 'ahead'
  return ts * 1000 < arrived_ms - MAX_AGE_DAYS * DAY_MS ? 'too_old' : null
}

/** Whether a report is live; a replay from the module's flash is not. */
export const isPresent = ({ report }: ParsedReport): boolean =>
  report.type !== REPORT_TYPE.replay && !report.flags.replay

/**
 * Identifies duplicates: sequence number and time. Without a clock the checksum replaces the time, because a restarted
 * module reuses its sequence numbers within minutes.
 */
export const repeatKey = ({ report, raw }: Pick<ParsedReport, 'report' | 'raw'>): number => {
  const crc = (raw[raw.length - 1] ?? 0) * 256 + (raw[raw.length - 2] ?? 0)
  return report.seq * 2 ** 32 + (report.ts === 0 ? crc : report.ts)
}

/** Time for which duplicates are detected in memory, in ms. */
export const REPEAT_WINDOW_MS = DUPLICATE_WINDOW_S * 1000
