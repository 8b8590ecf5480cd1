import { Command, PollPlan } from '@heatfleet/contract/device-commands.ts'
import {
  type AckMessage,
  clockOffsetMs,
  type EventMessage,
  type Registration,
  TimeAnswer,
} from '@heatfleet/contract/device-messages.ts'
import { CLOCK_STEP_MS } from '@heatfleet/contract/device-protocol.ts'
import { buildPayload, parsePayload } from '@heatfleet/contract/json-payload.ts'
import type { Report } from '@heatfleet/contract/report.ts'
import { encodeReport } from '@heatfleet/contract/report-frame.ts'
import { BOARD_BUS, type BusCommand, type CommandMemory, remember, runOnBus } from './commands.ts'
import { type Link, openLink } from './link.ts'
import { createMishaps, type Mishaps, moveMishaps } from './mishaps.ts'
import { FACTORY_PLAN } from './poll-plan.ts'
import { asReplay, createReplayBuffer, keep, putBack, type ReplayBuffer } from './replay-buffer.ts'
import { createReporter, dueReport, type Reporter, reportAllSoon } from './reporter.ts'
import { advanceUnit, type Unit } from './unit.ts'

/** Reports under way to the broker at once; more wait in flash. Replays use a smaller window, so live goes first. */
const MOST_PENDING = 32
const REPLAY_WINDOW = 4
const RETRY_MS = [1000, 30_000] as const
const REBOOT_MS = 5000
const LOG_LINES = 50

/** The communication module (DTU) of one unit: a connection, a poll plan, a flash, a memory of commands. */
export type Module = {
  unit: Unit
  reporter: Reporter
  buffer: ReplayBuffer
  mishaps: Mishaps
  /** Physics moment of a real moment, both unix s. */
  physicsTime: (now_s: number) => number
  /** One look at the clock: drop-outs, polls that are due, reports, replays. */
  tick: (now_ms: number) => void
  isUp: () => boolean
  /** Sends a report of the past; resolves when the broker acknowledged it, rejects when the connection broke. */
  sendPast: (report: Report) => Promise<void>
  leave: () => Promise<void>
}

/** What a module needs from outside: the broker, real time, and how physics time follows real time. */
export type ModuleDeps = {
  url: string
  now_ms: () => number
  physicsTime: (now_s: number) => number
  /** Place in the minute, s, so that a fleet does not report at once. */
  phase_s: number
  first_connect_ms: number
  /** Whether the line and the network fail now and then. */
  mishaps: boolean
}

/** A module that has not connected yet; `tick` brings it to life. */
export function createModule(deps: ModuleDeps, unit: Unit): Module {
  const { spec, random } = unit
  const memory: CommandMemory = new Map()
  const buffer = createReplayBuffer()
  const reporter = createReporter(unit, deps.phase_s)
  const mishaps = createMishaps(random, spec.net, deps.now_ms() / 1000, deps.mishaps)
  const log: string[] = []
  let link: Link | null = null
  let connect_at_ms = deps.first_connect_ms
  let retry_ms: number = RETRY_MS[0]
  let boot = 1 + Math.floor(random.between(0, 30))
  let why: Registration['why'] = 'por'
  let events = 0
  // a module has no clock before its first connection, so it keeps nothing of the time before
  let was_up = false
  let clock_error_ms = random.between(-1500, 1500)

  const clock_ms = (): number => deps.now_ms() + clock_error_ms
  const clock_s = (): number => Math.floor(clock_ms() / 1000)
  const note = (line: string): void => {
    log.push(`${new Date(clock_ms()).toISOString()} ${line}`)
    if (log.length > LOG_LINES) log.shift()
  }
  const sendJson = (channel: 'st' | 'reg' | 'ack' | 'evt' | 'time', message: object, qos: 0 | 1): void =>
    link?.publish(channel, buildPayload(message), qos)

  const onUp = (): void => {
    was_up = true
    retry_ms = RETRY_MS[0]
    note(`connected, ${why}`)
    sendJson('st', { on: 1, boot, ts: clock_s() }, 1)
    sendJson('reg', registration(unit, mishaps, { boot, why, plan: reporter.plan.ver, ts: clock_s() }), 1)
    sendJson('time', { t0: Math.round(clock_ms()) }, 0)
    why = 'net'
    if (reporter.bus_down) sendEvent('down')
    reportAllSoon(reporter, deps.now_ms() / 1000)
  }
  const onDown = (): void => {
    link = null
    putBack(buffer)
    connect_at_ms = deps.now_ms() + retry_ms * random.between(0.7, 1.3)
    retry_ms = Math.min(RETRY_MS[1], retry_ms * 2)
    note('connection lost')
  }
  const sendEvent = (st: 'down' | 'up'): void => {
    events += 1
    const event: EventMessage = { id: `e-${boot}-${events}`, ts: clock_s(), k: '485', d: { st } }
    sendJson('evt', event, 1)
    note(`485 ${st}`)
  }
  const open = (now_ms: number): void => {
    connect_at_ms = Number.POSITIVE_INFINITY
    link = openLink(deps.url, spec, Math.floor(now_ms / 1000), { onUp, onDown, onMessage })
  }
  const reboot = (delay_ms: number): void => {
    boot += 1
    why = 'por'
    const leaving = link
    setTimeout(() => {
      leaving?.cut()
      connect_at_ms = deps.now_ms() + REBOOT_MS
    }, delay_ms)
  }

  /** Sends a report at QoS 1; whatever is not acknowledged goes back to flash when the connection breaks. */
  const deliver = (report: Report): void => {
    buffer.pending.set(report.seq, report)
    link?.publish('blk', encodeReport(report), 1, (acknowledged) => {
      if (acknowledged) buffer.pending.delete(report.seq)
    })
  }
  const report = (fresh: Report): void => {
    if (!link?.isUp() || buffer.pending.size >= MOST_PENDING) {
      if (!fresh.flags.fast) keep(buffer, asReplay(fresh))
    } else if (fresh.flags.fast) link.publish('blk', encodeReport(fresh), 0)
    else deliver(fresh)
  }
  const replay = (): void => {
    while (link?.isUp() && buffer.waiting.length > 0 && buffer.pending.size < REPLAY_WINDOW) {
      const oldest = buffer.waiting.shift()
      if (oldest) deliver(asReplay(oldest))
    }
  }

  const answer = (ack: AckMessage, after_ms: number): void => {
    remember(memory, ack)
    setTimeout(() => sendJson('ack', ack, 1), after_ms)
  }
  const takePlan = (plan: PollPlan): void => {
    reporter.plan = plan
    reportAllSoon(reporter, deps.now_ms() / 1000)
    note(`plan ${plan.ver}`)
  }
  const onMessage = (channel: string, payload: Uint8Array): void => {
    if (channel === 'cfg') {
      const plan = parsePayload(PollPlan, payload)
      if (!plan.ok) return note(`plan refused: ${plan.reason}`)
      takePlan(plan.message)
      return answer({ id: plan.message.id, st: 'ok', ver: plan.message.ver, ts: clock_s() }, 0)
    }
    if (channel === 'time') {
      const time = parsePayload(TimeAnswer, payload)
      if (!time.ok) return
      const offset = clockOffsetMs(time.message, Math.round(clock_ms()))
      if (Math.abs(offset) > CLOCK_STEP_MS) clock_error_ms += offset
      return
    }
    if (channel === 'cmd') onCommand(payload)
  }
  const onCommand = (payload: Uint8Array): void => {
    const parsed = parsePayload(Command, payload)
    if (!parsed.ok) return note(`command refused: ${parsed.reason}`)
    const command = parsed.message
    const known = memory.get(command.id)
    if (known) return sendJson('ack', known, 1)
    if (command.exp < clock_s()) return answer({ id: command.id, st: 'expired', ts: clock_s() }, 0)
    note(`command ${command.id} ${command.op}`)
    run(command)
  }
  const run = (command: Command): void => {
    const now_s = deps.now_ms() / 1000
    const done: AckMessage = { id: command.id, st: 'ok', ts: clock_s() }
    switch (command.op) {
      case 'read':
      case 'write':
      case 'wbit':
      case 'raw':
      case 'recog':
        return runBus(command, now_s)
      case 'poll':
        reporter.fast = { per_s: command.per, until_s: now_s + command.ttl }
        reporter.fast_due_s = now_s
        return answer(done, 0)
      case 'setpk':
        takePlan(command.plan)
        return answer(done, 0)
      case 'cfgget':
        return answer({ ...done, ver: reporter.plan.ver }, 0)
      case 'log':
        return answer({ ...done, log: log.slice(-command.n) }, 0)
      case 'reset':
        reporter.plan = FACTORY_PLAN
        answer(done, 0)
        return reboot(500)
      case 'reboot':
        answer(done, 0)
        return reboot(500)
      default:
        return command satisfies never
    }
  }
  const runBus = (command: BusCommand, now_s: number): void => {
    advanceUnit(unit, deps.physicsTime(now_s))
    const ack = runOnBus(unit.bus, command, now_s, reporter.plan)
    if (command.op === 'recog') sendJson('ack', { id: command.id, st: 'acc' }, 1)
    answer(ack, ack.ms ?? 0)
    if (command.op === 'write' || command.op === 'wbit') reportAllSoon(reporter, now_s + 0.3)
  }

  const tick = (now_ms: number): void => {
    const now_s = now_ms / 1000
    clock_error_ms += 0.000_02 * mishaps.drift_sign
    moveMishaps(mishaps, random, now_s, unit.bus)
    if (mishaps.offline_until_s > now_s) {
      link?.cut()
      connect_at_ms = mishaps.offline_until_s * 1000
    } else if (link === null && now_ms >= connect_at_ms) open(now_ms)
    if (!was_up) return
    const wasDown = reporter.bus_down
    const fresh = dueReport(reporter, now_s, deps.physicsTime(now_s), clock_s(), mishaps)
    if (fresh) report(fresh)
    if (reporter.bus_down !== wasDown) sendEvent(reporter.bus_down ? 'down' : 'up')
    replay()
  }

  return {
    unit,
    reporter,
    buffer,
    mishaps,
    physicsTime: deps.physicsTime,
    tick,
    isUp: () => link?.isUp() ?? false,
    sendPast: (past) =>
      new Promise((resolve, reject) => {
        if (!link?.isUp()) return reject(new Error('not connected'))
        const numbered = { ...past, seq: reporter.nextSeq() }
        link.publish('blk', encodeReport(numbered), 1, (acknowledged) =>
          acknowledged ? resolve() : reject(new Error('connection broke')),
        )
      }),
    leave: async () => {
      connect_at_ms = Number.POSITIVE_INFINITY
      if (!link?.isUp()) return
      sendJson('st', { on: 0, why: 'bye' }, 1)
      await link.leave()
    },
  }
}

type Boot = Pick<Registration, 'boot' | 'why' | 'plan' | 'ts'>

function registration({ spec }: Unit, { rssi_dbm, csq }: Mishaps, boot: Boot): Registration {
  const mobile = spec.net === '4g'
  return {
    v: 1,
    did: spec.did,
    net: spec.net,
    ...(mobile ? { imei: spec.did, op: '46000' } : { mac: spec.did }),
    ...(spec.iccid ? { iccid: spec.iccid } : {}),
    hw: spec.hw,
    fw: spec.fw,
    mcu: { sw: '2.08', hw: 'CG248075' },
    rssi: Math.round(rssi_dbm),
    csq: csq ?? 99,
    gen: 1,
    bus: BOARD_BUS,
    ...boot,
  }
}
