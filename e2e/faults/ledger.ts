import { upTopic } from '@heatfleet/contract/device-topics.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/report.ts'
import { encodeReport } from '@heatfleet/contract/report-frame.ts'
import type { MqttClient } from 'mqtt'
import { type Credentials, connectDevice } from '../device-client.ts'

/** What one sender knows: every report it made, and which of them were acknowledged. */
export type Ledger = { did: string; sent: Map<number, number>; acked: Set<number> }

export type Sender = {
  ledger: Ledger
  /** Waits until everything sent so far is acknowledged; false when the time runs out. */
  drained: (limit_ms: number) => Promise<boolean>
  stop: () => Promise<void>
}

/** Flow temperature that report n carries, 0.1 °C raw: lets a reader see that the stored report is the sent one. */
export const rawOf = (n: number): number => 100 + (n % 400)

const frameOf = (n: number, ts: number): Buffer => {
  const data = new Uint8Array(100)
  new DataView(data.buffer).setInt16(18 * 2, rawOf(n))
  return Buffer.from(
    encodeReport({
      type: REPORT_TYPE.replay,
      seq: n & 0xffff,
      ts,
      flags: { ...NO_FLAGS, replay: true },
      rssi_dbm: -71,
      csq: 21,
      blocks: [{ slave: 1, fn: 3, start: 0, quantity: 50, status: 0, data }],
    }),
  )
}

/**
 * A module that buffers: it keeps each report until its PUBACK and sends it again after every reconnect, as the device
 * protocol asks. Report n carries the second `first_ts + n`.
 */
export const startSender = (
  port: number,
  credentials: Credentials,
  first_ts: number,
  interval_ms: number,
  ledger: Ledger,
): Sender => {
  const waiting = new Map<number, Buffer>()
  const inFlight = new Set<number>()
  let client: MqttClient | null = null
  let stopped = false
  let next = ledger.sent.size

  const publish = (n: number, frame: Buffer) => {
    if (client === null || !client.connected || inFlight.has(n)) return
    inFlight.add(n)
    client.publish(upTopic(credentials.did, 'blk'), frame, { qos: 1 }, (error) => {
      inFlight.delete(n)
      if (error) return
      ledger.acked.add(first_ts + n)
      waiting.delete(n)
    })
  }

  const connect = async (): Promise<void> => {
    if (stopped) return
    const opened = await connectDevice(port, credentials).catch(() => null)
    if (opened === null) {
      setTimeout(() => void connect(), 300)
      return
    }
    client = opened
    opened.on('error', () => undefined)
    opened.once('close', () => {
      // What MQTT.js still holds is ours to send again: the ledger decides, not the library's store.
      opened.end(true)
      inFlight.clear()
      client = null
      setTimeout(() => void connect(), 300)
    })
    for (const [n, frame] of waiting) publish(n, frame)
  }

  const timer = setInterval(() => {
    if (waiting.size > 200) return
    const n = next
    next += 1
    const frame = frameOf(n, first_ts + n)
    ledger.sent.set(first_ts + n, rawOf(n))
    waiting.set(n, frame)
    publish(n, frame)
  }, interval_ms)
  void connect()

  return {
    ledger,
    drained: async (limit_ms) => {
      clearInterval(timer)
      for (let waited = 0; waiting.size > 0 && waited < limit_ms; waited += 50)
        await new Promise((resolve) => setTimeout(resolve, 50))
      return waiting.size === 0
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await client?.endAsync(true).catch(() => undefined)
    },
  }
}
