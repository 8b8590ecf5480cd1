import { setTimeout as pause } from 'node:timers/promises'
import { downlinkFilter, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { ServerMessage } from '@heatfleet/contract/push.ts'
import { generate } from 'mqtt-packet'
import { answerMessages } from './forked.ts'
import { logInOf, openSession } from './module-session.ts'
import { type BareConsole, helloOf, openConsole } from './push-console.ts'
import {
  monotonicMs,
  type PushFigures,
  type PushLoadMessage,
  type RawSent,
  type ReportingModules,
  type WatchingConsole,
} from './push-load.ts'
import { prepareReports, type SentReports } from './reports.ts'

/** Modules and consoles of the push workload; driven by `push-load.ts`. */
const AT_A_TIME = 50
const REPORTS_MAX = 400
/** So long without a delivery: what has not arrived will not. */
const QUIET_MS = 3_000
/** Latencies are counted in steps of 0.1 ms up to ten seconds. */
const STEP_MS = 0.1
const STEPS = 100_000

type Module = { write: (bytes: Buffer) => void; topic: string; sent_ms: number[] }

let modules: Module[] = []
let reports: SentReports | null = null
let from_s = 0
let places = new Map<string, number>()
let sockets: BareConsole[] = []
let watched: (readonly number[])[] = []
/** One byte for each console and device: whether the console watches it. */
let may_arrive = new Uint8Array(0)
/** Deliveries of the run and time of the last one, for each console. */
let arrived = new Uint32Array(0)
let last_ms = new Float64Array(0)
let counts = new Uint32Array(STEPS)
let [foreign, bytes_sum, last_arrival_ms] = [0, 0, 0]
/** First report of the run, for each module. */
let first: number[] = []
/** What the numbers of messages stand for: the same status has one number at all consoles. */
const messages = new Map<number, { device: number; sent_ms: number } | null>()

const inParallel = async <One>(all: readonly One[], task: (one: One, at: number) => Promise<void>): Promise<void> => {
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun < all.length) {
      const at = begun++
      await task(all[at] as One, at) // In bounds.
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}

const connectModules = async (request: ReportingModules): Promise<void> => {
  reports = prepareReports(request.from_s, REPORTS_MAX)
  from_s = request.from_s
  modules = []
  await inParallel(request.macs, async (did, at) => {
    const write = await openSession({
      port: request.port,
      local_address: `127.0.${2 + (at % 200)}.1`,
      log_in: logInOf(did, request.secret_hex),
      filter: downlinkFilter(did),
      onAcknowledged: () => {},
      onMessage: () => {},
      onBroken: (error) => {
        throw error
      },
    })
    modules[at] = { write, topic: upTopic(did, 'blk'), sent_ms: [] }
  })
}

/** Begin of a status, and where its number and the letter that tells it from other messages about devices stand. */
const HEAD = '{"cmd":"PushDeviceAttrStatus","sn":'
const TELLING_AT = '{"cmd":"PushDevice'.length
const TELLING = HEAD.charCodeAt(TELLING_AT)
const DIGITS_FROM = 48

/** Takes a message of a running console; everything but the status of a device is left aside. */
const takeFor = (socket: number) => (bytes: Buffer, from: number, to: number) => {
  if (to - from < HEAD.length || bytes[from + TELLING_AT] !== TELLING) return
  let sn = 0
  for (let at = from + HEAD.length; (bytes[at] ?? 0) >= DIGITS_FROM; at += 1)
    sn = sn * 10 + (bytes[at] ?? 0) - DIGITS_FROM
  let message = messages.get(sn)
  if (message === undefined) {
    message = meaningOf(bytes.toString('utf8', from, to))
    messages.set(sn, message)
  }
  if (message === null) return
  last_arrival_ms = monotonicMs()
  last_ms[socket] = last_arrival_ms
  if (may_arrive[socket * places.size + message.device] !== 1) foreign += 1
  count(socket, last_arrival_ms - message.sent_ms, to - from)
}

const count = (socket: number, took_ms: number, bytes: number): void => {
  arrived[socket] = (arrived[socket] ?? 0) + 1
  const step = Math.min(STEPS - 1, Math.max(0, Math.round(took_ms / STEP_MS)))
  counts[step] = (counts[step] ?? 0) + 1
  bytes_sum += bytes + (bytes < 126 ? 2 : 4)
}

/** Null = not the status of a report of this run. */
const meaningOf = (text: string): { device: number; sent_ms: number } | null => {
  const parsed = ServerMessage.parse(JSON.parse(text))
  if (parsed.cmd !== 'PushDeviceAttrStatus' || parsed.at === null) return null
  const device = places.get(parsed.mac)
  if (device === undefined) throw new Error(`a status of ${parsed.mac}, which no console watches`)
  const n = Math.round(parsed.at / 1_000) - from_s
  const sent_ms = modules[device]?.sent_ms[n]
  return sent_ms === undefined || n < (first[device] ?? 0) ? null : { device, sent_ms }
}

/** The raw loop writes the time of sending in place of the number, in hundredths of a ms. */
const takeRawFor = (socket: number) => (bytes: Buffer, from: number, to: number) => {
  let sent = 0
  for (let at = from + HEAD.length; (bytes[at] ?? 0) >= DIGITS_FROM; at += 1)
    sent = sent * 10 + (bytes[at] ?? 0) - DIGITS_FROM
  last_arrival_ms = monotonicMs()
  count(socket, last_arrival_ms - sent / 100, to - from)
}

const connectConsoles = async (
  port: number,
  macs: readonly string[],
  consoles: readonly WatchingConsole[],
): Promise<void> => {
  places = new Map(macs.map((mac, at) => [mac, at]))
  watched = consoles.map((one) => one.watched)
  may_arrive = new Uint8Array(consoles.length * macs.length)
  sockets = []
  begin(consoles.length)
  await inParallel(consoles, async (one, at) => {
    for (const device of one.watched) may_arrive[at * macs.length + device] = 1
    const take = takeFor(at)
    let refused: string | null = null
    let waiting = 0
    let onAcks: () => void = () => {}
    const hello = helloOf(
      one.uid,
      one.token,
      one.watched.map((device) => macs[device] ?? ''),
    )
    const console = await openConsole(
      port,
      (bytes, from, to) => {
        if (waiting === 0) return take(bytes, from, to)
        const message = ServerMessage.parse(JSON.parse(bytes.toString('utf8', from, to)))
        if (message.cmd !== 'AuthenticateAck' && message.cmd !== 'CommandAck') return
        if (message.error !== null) refused = message.error
        waiting -= 1
        if (waiting === 0) onAcks()
      },
      () => onAcks(),
    )
    waiting = hello.length
    const acks = new Promise<void>((resolve) => (onAcks = resolve))
    for (const message of hello) console.send(message)
    await acks
    if (refused !== null || waiting > 0) throw new Error(`a console was refused: ${refused ?? 'closed'}`)
    sockets[at] = console
  })
}

const connectRaw = async (port: number, consoles: number): Promise<void> => {
  sockets = []
  await inParallel(Array.from({ length: consoles }), async (_, at) => {
    sockets[at] = await openConsole(port, takeRawFor(at), () => {}, `?${at}`)
  })
}

let [began_ms, began_cpu] = [0, process.cpuUsage()]

const begin = (consoles: number): void => {
  arrived = new Uint32Array(consoles)
  last_ms = new Float64Array(consoles)
  counts = new Uint32Array(STEPS)
  ;[foreign, bytes_sum] = [0, 0]
  began_ms = monotonicMs()
  began_cpu = process.cpuUsage()
}

const figuresOf = (reports_sent: number, wanted: readonly number[], lasted_ms: number): PushFigures => {
  const { user, system } = process.cpuUsage(began_cpu)
  const deliveries = arrived.reduce((sum, one) => sum + one, 0)
  const at = (share: number): number => {
    let left = Math.ceil(deliveries * share)
    const step = counts.findIndex((one) => {
      left -= one
      return left <= 0
    })
    return step * STEP_MS
  }
  const over = wanted.map((one, socket) => (arrived[socket] ?? 0) - one)
  return {
    reports: reports_sent,
    deliveries,
    missing: over.reduce((sum, one) => sum + Math.max(0, -one), 0),
    surplus: over.reduce((sum, one) => sum + Math.max(0, one), 0),
    foreign,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    max_ms: counts.findLastIndex((one) => one > 0) * STEP_MS,
    bytes: bytes_sum / deliveries,
    generator_share: (user + system) / 1_000 / (monotonicMs() - began_ms),
    lasted_ms,
  }
}

const report = async (seconds: number, rate: number): Promise<PushFigures> => {
  if (reports === null) throw new Error('no modules are connected')
  begin(sockets.length)
  messages.clear()
  first = modules.map(({ sent_ms }) => sent_ms.length)
  let sent = 0
  while (monotonicMs() < began_ms + seconds * 1_000) {
    for (; began_ms + (sent * 1_000) / rate <= monotonicMs(); sent += 1) {
      const unit = sent % modules.length
      const module = modules[unit]
      if (module === undefined) throw new Error('no modules are connected')
      const n = module.sent_ms.length
      const payload = reports.frameOf(unit, n)
      const packet = { topic: module.topic, payload, qos: 1, messageId: 1 + (n % 65_000), dup: false, retain: false }
      module.sent_ms[n] = monotonicMs()
      module.write(generate({ cmd: 'publish', ...packet, qos: 1 }))
    }
    await pause(1)
  }
  const lasted_ms = monotonicMs() - began_ms
  const each = modules.map(({ sent_ms }, unit) => sent_ms.length - (first[unit] ?? 0))
  const wanted = watched.map((devices) => devices.reduce((sum, device) => sum + (each[device] ?? 0), 0))
  const all = wanted.reduce((sum, one) => sum + one, 0)
  const isAllThere = (): boolean => arrived.reduce((sum, one) => sum + one, 0) >= all
  while (!isAllThere() && monotonicMs() < last_arrival_ms + QUIET_MS) await pause(10)
  return figuresOf(sent, wanted, lasted_ms)
}

const endRaw = async (sent: RawSent): Promise<PushFigures> => {
  const lasted_ms = monotonicMs() - began_ms
  while (monotonicMs() < last_arrival_ms + QUIET_MS / 10) await pause(10)
  return figuresOf(0, sent, lasted_ms)
}

answerMessages<PushLoadMessage>(async (message) => {
  switch (message.kind) {
    case 'modules':
      return connectModules(message)
    case 'consoles':
      return connectConsoles(message.port, message.macs, message.consoles)
    case 'raw_consoles':
      return connectRaw(message.port, message.consoles)
    case 'report':
      return report(message.seconds, message.rate)
    case 'begin_raw':
      return begin(sockets.length)
    case 'end_raw':
      return endRaw(message.sent)
    case 'last_delivery':
      return Math.max(0, ...message.consoles.map((at) => last_ms[at] ?? 0))
    case 'stop_reading':
      for (const at of message.consoles) {
        sockets[at]?.stopReading()
        watched[at] = []
      }
      return null
    default:
      return message satisfies never
  }
})
