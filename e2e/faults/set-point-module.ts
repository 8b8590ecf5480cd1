import { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { downlinkFilter, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { MqttClient } from 'mqtt'
import { type Credentials, connectDevice } from '../device-client.ts'

/** Registers 198 to 204 of the built-in product's board: its set-points. The last is the heating set-point, half degrees. */
const FIRST = 198
const COUNT = 7
const HEATING = 204 - FIRST
const RECONNECT_MS = 300
/** A module remembers the last ids and answers a repeated one without running it again (device-protocol 3). */
const IDS_KEPT = 16

/** What a module did: each id that made it write, with the value. */
type Written = { id: string; raw: number }

/** A module with a board behind it that takes writes. */
export type SetPointModule = {
  did: string
  written: Written[]
  /** Heating set-point of the board, raw. */
  raw: () => number
  /** Answers writes with a Modbus exception from now on, or no more. */
  refuse: (on: boolean) => void
  stop: () => void
}

/**
 * A module that connects again whenever the connection breaks, reports its set-points, and carries out writes after
 * `answer_ms()`: long enough that a kill finds some under way.
 */
export const startSetPointModule = (
  port: number,
  credentials: Credentials,
  {
    raw: initial,
    answer_ms,
    after_ms = 0,
    announces = false,
  }: {
    raw: number
    answer_ms: () => number
    after_ms?: number
    /** Says that it is on line, as modules do behind a broker of their own. */
    announces?: boolean
  },
): SetPointModule => {
  const { did } = credentials
  const registers = Array.from({ length: COUNT }, () => 90)
  registers[HEATING] = initial
  const written: Written[] = []
  const answers = new Map<string, object>()
  let client: MqttClient | null = null
  let stopped = false
  let refuses = false
  let seq = 0

  const report = (): void => {
    const data = new Uint8Array(COUNT * 2)
    const view = new DataView(data.buffer)
    for (const [at, word] of registers.entries()) view.setUint16(at * 2, word)
    seq += 1
    const frame = encodeReport({
      type: REPORT_TYPE.cyclic,
      seq: seq & 0xffff,
      ts: Math.floor(Date.now() / 1000),
      flags: { ...NO_FLAGS, cyclic: true },
      rssi_dbm: -71,
      csq: 21,
      blocks: [{ slave: 1, fn: 3, start: FIRST, quantity: COUNT, status: 0, data }],
    })
    client?.publish(upTopic(did, 'blk'), Buffer.from(frame), { qos: 1 }, () => {})
  }
  /** Answers whose PUBACK did not come: sent again on the next connection, as QoS 1 asks for. */
  const unacknowledged = new Set<object>()
  const answer = (body: object): void => {
    unacknowledged.add(body)
    const line = client
    line?.publish(upTopic(did, 'ack'), Buffer.from(buildPayload(body)), { qos: 1 }, (error) => {
      if (!error && line === client) unacknowledged.delete(body)
    })
  }
  const keep = (id: string, body: object): void => {
    answers.set(id, body)
    for (const old of answers.keys()) if (answers.size > IDS_KEPT) answers.delete(old)
    answer(body)
  }
  const run = (command: Command): void => {
    const known = answers.get(command.id)
    if (known !== undefined) answer(known)
    else if (command.op !== 'write') keep(command.id, { id: command.id, st: 'ok' })
    else if (command.exp * 1000 < Date.now()) keep(command.id, { id: command.id, st: 'expired' })
    else if (refuses) keep(command.id, { id: command.id, st: 'exc', ec: 2 })
    else {
      command.v.forEach((word, at) => {
        registers[command.s - FIRST + at] = word
      })
      written.push({ id: command.id, raw: registers[HEATING] ?? 0 })
      keep(command.id, { id: command.id, st: 'ok', rb: command.v })
      report()
    }
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
      opened.end(true)
      setTimeout(() => void connect(), RECONNECT_MS)
    })
    opened.on('message', (topic, payload) => {
      if (!topic.endsWith('/cmd')) return
      const parsed = parsePayload(Command, payload)
      if (parsed.ok) setTimeout(() => run(parsed.message), answer_ms())
    })
    // Its refusal is a broken connection, which comes back.
    await opened.subscribeAsync(downlinkFilter(did), { qos: 1 }).catch(() => undefined)
    if (announces) opened.publish(upTopic(did, 'st'), Buffer.from(buildPayload({ on: 1 })), { qos: 1 }, () => {})
    for (const body of unacknowledged) answer(body)
    report()
  }
  setTimeout(() => void connect(), after_ms)
  return {
    did,
    written,
    raw: () => registers[HEATING] ?? 0,
    refuse: (on) => {
      refuses = on
    },
    stop: () => {
      stopped = true
      client?.end(true)
    },
  }
}
