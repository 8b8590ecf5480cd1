import { NO_FLAGS, REPORT_TYPE, type ReportType } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'

/** Register of the flow temperature in the built-in product. */
const FLOW = 18

/** Flow temperature that report n carries, 0.1 °C raw: proves that the stored report is the sent one. */
export const rawOf = (n: number): number => 100 + (n % 400)

/** Report n of a module, of this second; by default one sent late from its flash. */
export const frameOf = (n: number, ts: number, type: ReportType = REPORT_TYPE.replay): Buffer => {
  const data = new Uint8Array(100)
  new DataView(data.buffer).setInt16(FLOW * 2, rawOf(n))
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
