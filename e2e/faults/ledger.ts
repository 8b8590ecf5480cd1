import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import type { MqttClient } from 'mqtt'
import { type Credentials, connectDevice } from '../device-client.ts'
import { frameOf, rawOf } from './numbered-frame.ts'

/** Sent reports of one module by their second: value, and whether acknowledged. */
export type Ledger = {
  did: string
  sent: Map<number, number>
  acked: Set<number>
  /** Newest second acknowledged; 0 = none yet. */
  newest_acked_s: number
}

/** An empty ledger. */
export const openLedger = (did: string): Ledger => ({ did, sent: new Map(), acked: new Set(), newest_acked_s: 0 })

/** A module that sends until it is drained. */
export type Sender = {
  /** Stops new reports and waits until all are acknowledged; false on time-out. */
  drained: (limit_ms: number) => Promise<boolean>
  stop: () => Promise<void>
}

/**
 * How a module makes reports: `each_time` of them every `interval_ms`, none while `waiting_max` are not acknowledged. Each says
 * that it is `step_s` later than the one before; `frameAt` makes the bytes of report n.
 */
export type Pace = {
  interval_ms: number
  each_time?: number
  waiting_max?: number
  step_s?: number
  frameAt?: (n: number, ts: number) => Buffer
}

const WAITING_MAX = 400
const RECONNECT_MS = 300

/**
 * A module that buffers each report until its PUBACK and resends it after every reconnect, as the device protocol requires.
 * Report n has the second `first_ts + n * step_s`.
 */
export const startSender = (
  port: number,
  credentials: Credentials,
  first_ts: number,
  { interval_ms, each_time = 1, waiting_max = WAITING_MAX, step_s = 1, frameAt = frameOf }: Pace,
  ledger: Ledger,
): Sender => {
  const waiting = new Map<number, Buffer>()
  const inFlight = new Set<number>()
  let client: MqttClient | null = null
  let stopped = false
  let next = ledger.sent.size
  const timeOf = (n: number): number => first_ts + n * step_s

  const publish = (n: number, frame: Buffer) => {
    const line = client
    if (!line?.connected || inFlight.has(n)) return
    inFlight.add(n)
    line.publish(upTopic(credentials.did, 'blk'), frame, { qos: 1 }, (error) => {
      // A late callback of a closed connection: the report is resent on the next one.
      if (line === client) inFlight.delete(n)
      if (error) return
      const ts = timeOf(n)
      ledger.acked.add(ts)
      ledger.newest_acked_s = Math.max(ledger.newest_acked_s, ts)
      waiting.delete(n)
    })
  }

  const connect = async (): Promise<void> => {
    if (stopped) return
    const opened = await connectDevice(port, credentials).catch(() => null)
    if (opened === null || stopped) {
      opened?.end(true)
      setTimeout(() => void connect(), RECONNECT_MS)
      return
    }
    client = opened
    opened.on('error', () => undefined)
    opened.once('close', () => {
      client = null
      inFlight.clear()
      // Reports in MQTT.js's store are resent by the ledger, not by the library.
      opened.end(true)
      setTimeout(() => void connect(), RECONNECT_MS)
    })
    for (const [n, frame] of waiting) publish(n, frame)
  }

  const makeReport = () => {
    const n = next
    next += 1
    const frame = frameAt(n, timeOf(n))
    ledger.sent.set(timeOf(n), rawOf(n))
    waiting.set(n, frame)
    publish(n, frame)
  }
  const timer = setInterval(() => {
    for (let made = 0; made < each_time && waiting.size < waiting_max; made += 1) makeReport()
  }, interval_ms)
  void connect()

  return {
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
