import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { MqttClient } from 'mqtt'
import { type Credentials, connectDevice } from '../device-client.ts'

/** Fault bits of the built-in product: register and bit. */
const FIRST = 7
const COUNT = 7
const BITS = [
  [7, 0],
  [7, 1],
  [7, 2],
  [7, 4],
  [7, 7],
  [8, 0],
  [8, 2],
  [9, 6],
  [10, 0],
  [10, 1],
  [11, 0],
  [11, 1],
  [12, 5],
  [13, 1],
  [13, 4],
  [13, 6],
] as const

/** A module that reports faults, each of which is to be one alarm. */
export type FaultBitModule = {
  did: string
  /** Reports one fault more; false = all are reported. */
  raise: () => boolean
  /** Reports that all is well again. */
  recover: () => void
  raised: () => number
  stop: () => Promise<void>
}

/** Reports once a second; the broker, which is not killed, has each report when it is sent. */
export const startFaultBitModule = async (port: number, credentials: Credentials): Promise<FaultBitModule> => {
  const { did } = credentials
  const client: MqttClient = await connectDevice(port, credentials)
  const registers = Array.from({ length: COUNT }, () => 0)
  let raised = 0
  let seq = 0
  let last_s = 0
  const report = (): void => {
    const now_s = Math.floor(Date.now() / 1000)
    // Two reports of one second are one.
    if (now_s <= last_s) return
    last_s = now_s
    seq += 1
    const data = new Uint8Array(COUNT * 2)
    const view = new DataView(data.buffer)
    for (const [at, word] of registers.entries()) view.setUint16(at * 2, word)
    const frame = encodeReport({
      type: REPORT_TYPE.cyclic,
      seq: seq & 0xffff,
      ts: now_s,
      flags: { ...NO_FLAGS, cyclic: true },
      rssi_dbm: -71,
      csq: 21,
      blocks: [{ slave: 1, fn: 3, start: FIRST, quantity: COUNT, status: 0, data }],
    })
    client.publish(upTopic(did, 'blk'), Buffer.from(frame), { qos: 1 }, () => {})
  }
  const timer = setInterval(report, 500)
  return {
    did,
    raised: () => raised,
    raise: () => {
      const next = BITS[raised]
      if (next === undefined) return false
      const [register, bit] = next
      registers[register - FIRST] = (registers[register - FIRST] ?? 0) | (1 << bit)
      raised += 1
      return true
    },
    recover: () => {
      registers.fill(0)
    },
    stop: async () => {
      clearInterval(timer)
      await client.endAsync()
    },
  }
}
