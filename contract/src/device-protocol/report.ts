import type { Block } from '@heatfleet/modbus/point.ts'

/** Why a module sent a report: 1 cyclic or changed, 2 reply to a read, 3 replay from its flash. */
export const REPORT_TYPE = { cyclic: 1, reply: 2, replay: 3 } as const
export type ReportType = (typeof REPORT_TYPE)[keyof typeof REPORT_TYPE]

/** Circumstances of a report, in the order of their bits from bit 0 (device-protocol 4, offset 10). */
const REPORT_FLAGS = ['cyclic', 'changed', 'replay', 'bus_down', 'clock_unsynced', 'fast'] as const
type ReportFlags = Record<(typeof REPORT_FLAGS)[number], boolean>

/** One register report, the same from the binary and the JSON channel. */
export type Report = {
  type: ReportType
  /** u16, wraps; a gap means lost reports. */
  seq: number
  /** Unix seconds UTC by the module's clock; 0 = its clock is not set, take the arrival time. */
  ts: number
  flags: ReportFlags
  /** Signal strength; null = not available. */
  rssi_dbm: number | null
  /** Signal quality as reported by the modem (0..31); null = not available. */
  csq: number | null
  blocks: Block[]
}

/** Wire value of an unknown signal strength. */
export const NO_RSSI = -128
/** Wire value of an unknown signal quality. */
export const NO_CSQ = 99
/** The known bits of the flag byte; a report with another bit set is refused, for that bit would be lost. */
export const FLAG_MASK = (1 << REPORT_FLAGS.length) - 1

/** Flags out of their bits. */
export const flagsOf = (bits: number): ReportFlags => ({
  cyclic: (bits & 1) !== 0,
  changed: (bits & 2) !== 0,
  replay: (bits & 4) !== 0,
  bus_down: (bits & 8) !== 0,
  clock_unsynced: (bits & 16) !== 0,
  fast: (bits & 32) !== 0,
})

/** The bits of flags. */
export const bitsOf = (flags: ReportFlags): number =>
  REPORT_FLAGS.reduce((bits, flag, bit) => (flags[flag] ? bits | (1 << bit) : bits), 0)

/** No flag set: the start of a report one builds. */
export const NO_FLAGS: ReportFlags = flagsOf(0)

/** Whether a number is a report type. */
export const isReportType = (type: number): type is ReportType => type === 1 || type === 2 || type === 3
