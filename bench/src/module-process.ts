import { downlinkFilter, UPLINK_FILTER, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { generate } from 'mqtt-packet'
import { answerMessages } from './forked.ts'
import type { FleetMessage, ModulesFigures, ModulesRequest } from './module-fleet.ts'
import { logInOf, openSession } from './module-session.ts'
import { prepareReports, type SentReports } from './reports.ts'

/**
 * The modules as bare MQTT connections: a client library for each would cost more than what is measured. Driven by `module-fleet.ts`.
 */
type Module = {
  unit: number
  topic: string
  write: (bytes: Buffer) => void
  sent: number
  acknowledged: number
  due_ms: number
  /** What the report under way still waits for: its PUBACK, and its arrival at the sink. */
  waits_for: number
}

type Fleet = { modules: Module[]; reports: SentReports; has_sink: boolean }

/** Log-ins under way at a time. */
const AT_A_TIME = 100
const DRAIN_MAX_MS = 30_000

let failure: Error | null = null
let onDone: (module: Module) => void = () => {}
let is_stopped = false
/** A connection that breaks fails the run. */
const onBroken = (error: Error): void => {
  failure ??= error
}

const finishPart = (module: Module): void => {
  module.waits_for -= 1
  if (module.waits_for > 0) return
  module.acknowledged += 1
  onDone(module)
}

const connectAll = async ({ port, macs, secret_hex, has_sink, from_s, reports }: ModulesRequest): Promise<Fleet> => {
  const modules: Module[] = []
  const by_mac = new Map<string, Module>()
  const connectOne = async (unit: number): Promise<void> => {
    const did = macs[unit] ?? ''
    const module: Module = {
      unit,
      topic: upTopic(did, 'blk'),
      write: () => {},
      sent: 0,
      acknowledged: 0,
      due_ms: 0,
      waits_for: 0,
    }
    modules[unit] = module
    by_mac.set(did, module)
    module.write = await openSession({
      port,
      local_address: `127.0.${2 + (unit % 200)}.1`,
      log_in: logInOf(did, secret_hex),
      filter: downlinkFilter(did),
      onAcknowledged: () => finishPart(module),
      onMessage: () => {},
      onBroken,
    })
  }
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun < macs.length) await connectOne(begun++)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  const mac_at = UPLINK_FILTER.split('/').indexOf('+')
  if (has_sink)
    await openSession({
      port,
      local_address: '127.0.1.1',
      log_in: { clientId: 'sink', clean: true },
      filter: UPLINK_FILTER,
      onAcknowledged: () => {},
      onMessage: ({ topic }) => {
        const module = by_mac.get(topic.split('/')[mac_at] ?? '')
        if (module === undefined) failure ??= new Error(`the sink received ${topic}`)
        else finishPart(module)
      },
      onBroken,
    })
  return { modules, reports: prepareReports(from_s, reports), has_sink }
}

const send = ({ reports, has_sink }: Fleet, module: Module, due_ms: number): void => {
  const payload = reports.frameOf(module.unit, module.sent)
  module.sent += 1
  module.due_ms = due_ms
  module.waits_for = has_sink ? 2 : 1
  const messageId = 1 + (module.sent % 65_000)
  module.write(generate({ cmd: 'publish', topic: module.topic, payload, qos: 1, messageId, dup: false, retain: false }))
}

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))

const runAll = async (fleet: Fleet, seconds: number, rate: number | null): Promise<ModulesFigures> => {
  const took_ms: number[] = []
  const cpu = process.cpuUsage()
  const began = performance.now()
  is_stopped = false
  const isOver = (): boolean => is_stopped || performance.now() >= began + seconds * 1_000
  // Paced: the modules without a report under way, the longest waiting first.
  const idle = [...fleet.modules]
  let next_idle = 0
  let under_way = 0
  let sent = 0
  const begin = (module: Module, due_ms: number): void => {
    under_way += 1
    sent += 1
    send(fleet, module, due_ms)
  }
  onDone = (module) => {
    const now_ms = performance.now()
    took_ms.push(now_ms - module.due_ms)
    under_way -= 1
    if (rate !== null) idle.push(module)
    else if (!isOver()) begin(module, now_ms)
  }
  if (rate === null) for (const module of fleet.modules) begin(module, performance.now())
  let over_ms = Number.POSITIVE_INFINITY
  while ((under_way > 0 || !isOver()) && failure === null) {
    for (let due_ms = began; rate !== null && !isOver(); next_idle += 1) {
      due_ms = began + (sent * 1_000) / rate
      const module = idle[next_idle]
      if (due_ms > performance.now() || module === undefined) break
      begin(module, due_ms)
    }
    if (isOver()) over_ms = Math.min(over_ms, performance.now())
    if (performance.now() > over_ms + DRAIN_MAX_MS) throw new Error(`${under_way} reports were not acknowledged`)
    await tick()
  }
  if (failure !== null) throw failure
  const lasted_ms = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return {
    reports: took_ms.length,
    rate: (took_ms.length * 1_000) / lasted_ms,
    took_ms,
    generator_share: (user + system) / 1_000 / lasted_ms,
  }
}

let fleet: Fleet | null = null

const answer = async (message: Exclude<FleetMessage, { kind: 'stop' }>): Promise<unknown> => {
  if (message.kind === 'connect') {
    fleet = await connectAll(message)
    return null
  }
  if (fleet === null) throw new Error('no modules are connected')
  if (message.kind === 'run') return runAll(fleet, message.seconds, message.rate)
  return fleet.modules.map(({ acknowledged }) => acknowledged)
}

answerMessages<FleetMessage>((message) => {
  if (message.kind !== 'stop') return answer(message)
  is_stopped = true
  return null
})
