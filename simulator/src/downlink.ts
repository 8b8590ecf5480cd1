import { Command, PollPlan } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { type AckMessage, clockOffsetMs, TimeAnswer } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { CLOCK_STEP_MS } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { buildPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { type BusCommand, type CommandMemory, remember, runOnBus } from './commands.ts'
import type { Link } from './link.ts'
import type { ModuleClock } from './module-clock.ts'
import { FACTORY_PLAN } from './poll-plan.ts'
import { type Reporter, reportAllSoon } from './reporter.ts'
import { advanceUnit, type Unit } from './unit.ts'
import type { Upgrader } from './upgrader.ts'

/** What the messages of the cloud act on, of one module. */
export type Desk = {
  unit: Unit
  reporter: Reporter
  clock: ModuleClock
  memory: CommandMemory
  upgrader: Upgrader
  /** The module's last log lines. */
  log: string[]
  /** Product key the user set with `setpk`, kept in flash; null = none. */
  product_key: string | null
  now_ms: () => number
  physicsTime: (now_s: number) => number
  link: () => Link | null
  reboot: () => void
  /** Leaves the broker after the answer went out, and logs in anew. */
  reconnect: () => void
}

const LOG_LINES = 50
/** A write shows in the board's registers after this, s. */
const SETTLE_S = 0.3

/** Writes a line into the module's log. */
export function note(desk: Desk, line: string): void {
  desk.log.push(`${new Date(desk.clock.read_ms()).toISOString()} ${line}`)
  if (desk.log.length > LOG_LINES) desk.log.shift()
}

/** Handles a message of the cloud: poll plan, time, command, image. An unreadable one is logged and ignored. */
export function takeMessage(desk: Desk, channel: string, payload: Uint8Array): void {
  if (channel === 'cfg') takeConfiguration(desk, payload)
  else if (channel === 'time') takeTime(desk, payload)
  else if (channel === 'cmd') takeCommand(desk, payload)
  else if (channel === 'ota') desk.upgrader.takeAnnouncement(payload)
  else if (channel === 'otac') desk.upgrader.takePiece(payload)
}

function takeConfiguration(desk: Desk, payload: Uint8Array): void {
  const plan = parsePayload(PollPlan, payload)
  if (!plan.ok) {
    note(desk, `plan refused: ${plan.reason}`)
    return
  }
  takePlan(desk, plan.message)
  acknowledge(desk, { id: plan.message.id, st: 'ok', ver: plan.message.ver, ts: desk.clock.read_s() })
}

function takePlan(desk: Desk, plan: PollPlan): void {
  desk.reporter.plan = plan
  if (plan.bus !== undefined) desk.unit.bus.module_side = { baud: plan.bus.baud, fmt: plan.bus.fmt }
  reportAllSoon(desk.reporter, desk.now_ms() / 1000)
  note(desk, `plan ${plan.ver}`)
}

function takeTime({ clock }: Desk, payload: Uint8Array): void {
  const time = parsePayload(TimeAnswer, payload)
  if (!time.ok) return
  const offset_ms = clockOffsetMs(time.message, Math.round(clock.read_ms()))
  if (Math.abs(offset_ms) > CLOCK_STEP_MS) clock.set(offset_ms)
}

function takeCommand(desk: Desk, payload: Uint8Array): void {
  const parsed = parsePayload(Command, payload)
  if (!parsed.ok) {
    note(desk, `command refused: ${parsed.reason}`)
    return
  }
  const { message: command } = parsed
  const remembered = desk.memory.get(command.id)
  if (remembered) send(desk, remembered)
  else if (command.exp < desk.clock.read_s())
    acknowledge(desk, { id: command.id, st: 'expired', ts: desk.clock.read_s() })
  else run(desk, command)
}

function run(desk: Desk, command: Command): void {
  note(desk, `command ${command.id} ${command.op}`)
  const { reporter } = desk
  const now_s = desk.now_ms() / 1000
  const done: AckMessage = { id: command.id, st: 'ok', ts: desk.clock.read_s() }
  switch (command.op) {
    case 'read':
    case 'write':
    case 'wbit':
    case 'raw':
    case 'recog':
      runBus(desk, command, now_s)
      break
    case 'poll':
      reporter.fast = { per_s: command.per, until_s: now_s + command.ttl }
      reporter.fast_due_s = now_s
      acknowledge(desk, done)
      break
    case 'setpk':
      desk.product_key = command.pk
      takePlan(desk, command.plan)
      acknowledge(desk, done)
      break
    case 'setkey':
      desk.unit.secret_hex = command.key
      acknowledge(desk, done)
      desk.reconnect()
      break
    case 'cfgget':
      acknowledge(desk, { ...done, ver: reporter.plan.ver })
      break
    case 'log':
      acknowledge(desk, { ...done, log: desk.log.slice(-command.n) })
      break
    case 'reset':
      desk.product_key = null
      reporter.plan = FACTORY_PLAN
      acknowledge(desk, done)
      desk.reboot()
      break
    case 'reboot':
      acknowledge(desk, done)
      desk.reboot()
      break
    default:
      command satisfies never
  }
}

function runBus(desk: Desk, command: BusCommand, now_s: number): void {
  advanceUnit(desk.unit, desk.physicsTime(now_s))
  if (command.op === 'recog') send(desk, { id: command.id, st: 'acc' })
  const ack = { ...runOnBus(desk.unit.bus, command, now_s, desk.reporter.plan), ts: desk.clock.read_s() }
  acknowledge(desk, ack, ack.ms)
  if (command.op === 'write' || command.op === 'wbit') reportAllSoon(desk.reporter, now_s + SETTLE_S)
}

/** Remembers the answer at once, so that a repeat never runs twice, and sends it when the bus would be done. */
function acknowledge(desk: Desk, ack: AckMessage, after_ms = 0): void {
  remember(desk.memory, ack)
  if (after_ms === 0) send(desk, ack)
  else setTimeout(() => send(desk, ack), after_ms)
}

function send(desk: Desk, ack: AckMessage): void {
  desk.link()?.publish('ack', buildPayload(ack), 1)
}
