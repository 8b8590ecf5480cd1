import type { EventMessage, Registration } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { encodeJsonReport } from '@heatfleet/contract/device-protocol/report-json.ts'
import type { PlantedEvent } from '@heatfleet/contract/simulator/planted-events.ts'
import { type Desk, note, takeMessage } from './downlink.ts'
import { type Link, openLink } from './link.ts'
import { createMishaps, type Mishaps, moveMishaps } from './mishaps.ts'
import { createModuleClock } from './module-clock.ts'
import { returnDelay } from './planted-events.ts'
import { asReplay, createReplayBuffer, keep, putBack, type ReplayBuffer } from './replay-buffer.ts'
import { createReporter, dueReport, type Reporter, reportAllSoon } from './reporter.ts'
import { createTroubles } from './troubles.ts'
import type { Unit } from './unit.ts'
import type { UpgradeFault } from './upgrade.ts'
import { createUpgrader } from './upgrader.ts'

/** Reports under way to the broker at once; more wait in flash. Replays use a smaller window, so live goes first. */
const MOST_PENDING = 32
const REPLAY_WINDOW = 4
const RETRY_MS = [1000, 30_000] as const
/** A reboot leaves the broker after the answer went out, and comes back after the start. */
const REBOOT_AFTER_MS = 500
const REBOOT_MS = 5000
/** Interval of time requests; the first follows each connection. */
const TIME_EVERY_MS = 6 * 3_600_000
/** Room of the second slot. */
const FLASH_BYTES = 1_048_576

/** The communication module (DTU) of one unit: a connection, a poll plan, a flash, a memory of commands. */
export type Module = {
  unit: Unit
  reporter: Reporter
  buffer: ReplayBuffer
  mishaps: Mishaps
  /** One look at the clock: drop-outs, polls that are due, reports, replays. */
  tick: (now_ms: number) => void
  isUp: () => boolean
  /** Sends a report of the past under the number it has; resolves when the broker acknowledged it, rejects when the connection broke. */
  sendPast: (report: Report) => Promise<void>
  leave: () => Promise<void>
  /** Plants a fault for the next upgrade. */
  plantUpgradeFault: (fault: UpgradeFault | null) => void
  /** All that is planted at this unit from now on. */
  plant: (events: readonly PlantedEvent[]) => void
}

/** What a module needs from outside: the broker, real time, and how physics time follows real time. */
type ModuleDeps = {
  url: string
  now_ms: () => number
  /** Physics moment of a real moment, both unix s. */
  physicsTime: (now_s: number) => number
  /** Place in the minute, s, so that a fleet does not report at once. */
  phase_s: number
  first_connect_ms: number
  /** Whether the line and the network fail now and then. */
  mishaps: boolean
  /** Key that images must be signed with, PEM; null = the module holds none. */
  firmware_key: string | null
}

/** A module that has not connected yet; `tick` brings it to life. */
export function createModule(deps: ModuleDeps, unit: Unit): Module {
  const { spec, random } = unit
  const buffer = createReplayBuffer()
  const reporter = createReporter(unit, deps.phase_s)
  const mishaps = createMishaps(random, spec, deps.now_ms() / 1000, deps.mishaps)
  const clock = createModuleClock(deps.now_ms, random)
  const desk: Desk = {
    ...deps,
    unit,
    reporter,
    clock,
    memory: new Map(),
    upgrader: createUpgrader({
      site: () => ({
        ...versionsOf(unit),
        public_key: deps.firmware_key,
        flash_bytes: FLASH_BYTES,
        has_http: unit.spec.net === 'wifi',
      }),
      link: () => link,
      now_ms: deps.now_ms,
      restart: (change, cause) => {
        if (change?.mod === 'dtu') unit.fw = change.ver
        if (change?.mod === 'mcu' && unit.mcu !== null) unit.mcu = { ...unit.mcu, sw: change.ver }
        if (change !== null && unit.random.next() < change.bus_loss) unit.bus.cut_until_s = Number.POSITIVE_INFINITY
        reboot(cause)
      },
      note: (line) => note(desk, line),
    }),
    log: [],
    product_key: null,
    link: () => link,
    reboot: () => setTimeout(() => reboot('por'), REBOOT_AFTER_MS),
    reconnect: () => setTimeout(() => link?.cut(), REBOOT_AFTER_MS),
  }
  let link: Link | null = null
  let connect_at_ms = deps.first_connect_ms
  let retry_ms: number = RETRY_MS[0]
  let time_due_ms = 0
  let boot = 1 + Math.floor(random.between(0, 30))
  let why: Registration['why'] = 'por'
  let events = 0
  // a module has no clock before its first connection, so it keeps nothing of the time before
  let was_up = false

  const onUp = (): void => {
    was_up = true
    retry_ms = RETRY_MS[0]
    time_due_ms = 0
    note(desk, `connected, ${why}`)
    const start = { boot, why, plan: reporter.plan.ver, ts: clock.read_s() }
    link?.publish('st', buildPayload({ on: 1, boot, ts: clock.read_s() }), 1)
    link?.publish('reg', buildPayload(registration(desk, mishaps, start)), 1)
    why = 'net'
    desk.upgrader.reconnected()
    if (reporter.bus_down) sendBusState('down')
    reportAllSoon(reporter, deps.now_ms() / 1000)
  }
  const onDown = (): void => {
    link = null
    putBack(buffer)
    connect_at_ms = deps.now_ms() + retry_ms * random.between(0.7, 1.3)
    retry_ms = Math.min(RETRY_MS[1], retry_ms * 2)
    note(desk, 'connection lost')
  }
  const sendBusState = (st: 'down' | 'up'): void => {
    events += 1
    const event: EventMessage = { id: `e-${boot}-${events}`, ts: clock.read_s(), k: '485', d: { st } }
    link?.publish('evt', buildPayload(event), 1)
    note(desk, `485 ${st}`)
  }
  const open = (now_ms: number): void => {
    connect_at_ms = Number.POSITIVE_INFINITY
    const onMessage = (channel: string, payload: Uint8Array): void => takeMessage(desk, channel, payload)
    link = openLink(deps.url, unit, Math.floor(now_ms / 1000), { onUp, onDown, onMessage })
  }
  const reboot = (cause: 'por' | 'ota' | 'wdt'): void => {
    boot += 1
    why = cause
    link?.cut()
    connect_at_ms = deps.now_ms() + REBOOT_MS
  }

  /** Sends a report at QoS 1; whatever is not acknowledged goes back to flash when the connection breaks. */
  const deliver = (report: Report): void => {
    buffer.pending.set(report.seq, report)
    link?.publish(...framed(unit, report), 1, (acknowledged) => {
      if (acknowledged) buffer.pending.delete(report.seq)
    })
  }
  const report = (fresh: Report): void => {
    if (!link?.isUp() || buffer.pending.size >= MOST_PENDING) {
      if (!fresh.flags.fast) keep(buffer, fresh)
    } else if (fresh.flags.fast) link.publish(...framed(unit, fresh), 0)
    else deliver(fresh)
  }
  const replay = (): void => {
    while (link?.isUp() && buffer.waiting.length > 0 && buffer.pending.size < REPLAY_WINDOW) {
      const oldest = buffer.waiting.shift()
      if (oldest) deliver(asReplay(oldest))
    }
  }
  const requestTime = (now_ms: number): void => {
    if (!link?.isUp() || now_ms < time_due_ms) return
    time_due_ms = now_ms + TIME_EVERY_MS
    link.publish('time', buildPayload({ t0: Math.round(clock.read_ms()) }), 0)
  }

  const troubles = createTroubles({ unit, mishaps, physicsTime: deps.physicsTime })
  const tick = (now_ms: number): void => {
    const now_s = now_ms / 1000
    moveMishaps(mishaps, random, now_s, unit.bus)
    const power = troubles.move(now_ms)
    if (power === 'off') {
      link?.cut()
      connect_at_ms = Number.POSITIVE_INFINITY
      return
    }
    if (power === 'back') {
      boot += 1
      why = 'por'
      connect_at_ms = now_ms + returnDelay(random) * 1000
    }
    if (mishaps.offline_until_s > now_s) {
      link?.cut()
      connect_at_ms = mishaps.offline_until_s * 1000
    } else if (link === null && now_ms >= connect_at_ms) open(now_ms)
    if (!was_up) return
    requestTime(now_ms)
    desk.upgrader.tick(now_ms)
    const wasDown = reporter.bus_down
    const fresh = dueReport(reporter, now_s, deps.physicsTime(now_s), clock.read_s(), mishaps)
    if (fresh) report(fresh)
    if (reporter.bus_down !== wasDown) sendBusState(reporter.bus_down ? 'down' : 'up')
    replay()
  }
  const sendPast = (past: Report): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!link?.isUp()) {
        reject(new Error('not connected'))
        return
      }
      link.publish(...framed(unit, past), 1, (acknowledged) => {
        if (acknowledged) resolve()
        else reject(new Error('connection broke'))
      })
    })
  const leave = async (): Promise<void> => {
    connect_at_ms = Number.POSITIVE_INFINITY
    if (!link?.isUp()) return
    link.publish('st', buildPayload({ on: 0, why: 'bye' }), 1)
    await link.leave()
  }
  const plantUpgradeFault = desk.upgrader.plant
  return {
    unit,
    reporter,
    buffer,
    mishaps,
    tick,
    isUp: () => link?.isUp() ?? false,
    sendPast,
    leave,
    plantUpgradeFault,
    plant: troubles.plant,
  }
}

/** A report in the form in which the module sends it, with the channel of that form. */
const framed = ({ data_type }: Unit, report: Report): ['blk' | 'blkj', Uint8Array] =>
  data_type === 'registers-json' ? ['blkj', buildPayload(encodeJsonReport(report))] : ['blk', encodeReport(report)]

type Boot = Pick<Registration, 'boot' | 'why' | 'plan' | 'ts'>

/** What the module is and runs, and the board behind it. */
const versionsOf = ({ spec, fw, mcu }: Unit) => ({ hw: spec.hw, fw, mcu })

function registration({ unit, product_key }: Desk, { rssi_dbm, csq }: Mishaps, boot: Boot): Registration {
  const { spec, mcu, bus, slave } = unit
  const mobile = spec.net === '4g'
  return {
    v: 1,
    did: spec.did,
    net: spec.net,
    ...(mobile ? { imei: spec.did, op: '46000' } : { mac: spec.did }),
    ...(spec.iccid ? { iccid: spec.iccid } : {}),
    hw: spec.hw,
    fw: unit.fw,
    ...(mcu ? { mcu } : {}),
    rssi: Math.round(rssi_dbm),
    csq: csq ?? 99,
    gen: 1,
    ...(product_key ? { dpk: product_key } : {}),
    bus: { ...bus.module_side, addr: slave },
    ...boot,
  }
}
