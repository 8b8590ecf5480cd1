import { NO_FLAGS, REPORT_TYPE, type ReportType } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'

/** Register of the flow temperature in the built-in product. */
const FLOW = 18

/** Flow temperature that report n carries, 0.1 °C raw: proves that the stored report is the sent one. */
export const rawOf = (n: number): number => 100 + (n % 400)

/** Faults of the built-in product, by register and bit. */
export const FAULTS = [
  ['f01', 7, 0],
  ['f02', 7, 1],
  ['f03', 7, 2],
  ['f04', 7, 4],
  ['f06', 7, 7],
  ['f07', 8, 0],
  ['f08', 8, 2],
  ['f09', 9, 6],
  ['f10', 10, 0],
  ['f11', 10, 1],
  ['f14', 11, 0],
  ['f15', 11, 1],
] as const

/** Report n of a module, of this second; by default one sent late from its flash. */
export const frameOf = (
  n: number,
  ts: number,
  type: ReportType = REPORT_TYPE.replay,
  fault: (typeof FAULTS)[number] | null = null,
): Buffer => {
  const data = new Uint8Array(100)
  const words = new DataView(data.buffer)
  words.setInt16(FLOW * 2, rawOf(n))
  if (fault !== null) words.setUint16(fault[1] * 2, 1 << fault[2])
  const is_replay = type === REPORT_TYPE.replay
  return Buffer.from(
    encodeReport({
      type,
      seq: n & 0xffff,
      ts,
      flags: { ...NO_FLAGS, replay: is_replay, cyclic: !is_replay },
      rssi_dbm: -71,
      csq: 21,
      blocks: [{ slave: 1, fn: 3, start: 0, quantity: 50, status: 0, data }],
    }),
  )
}
