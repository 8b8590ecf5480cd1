import { setTimeout as pause } from 'node:timers/promises'
import { downlinkFilter } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { answerMessages } from './forked.ts'
import { logInOf, openSession } from './module-session.ts'
import type { ReconnectMessage, Returned } from './reconnect.ts'

/** Modules that come back by themselves when their connection breaks, as bare MQTT connections. Driven by `reconnect.ts`. */
type Module = { at: number; did: string; connects: number; back_ms: number | null }

/** First connections under way at a time. */
const AT_A_TIME = 100
/** As the simulator's modules: the first attempt after two seconds, each further one after twice as long, all of them up to 30 % earlier or later. */
const RETRY_MS = { first: 2_000, most: 60_000, spread: 0.3 } as const
/** An attempt without an answer ends after this time. */
const ANSWER_MAX_MS = 15_000

let modules: Module[] = []

const connectOnce = async (message: Connect, module: Module, onBroken: () => void): Promise<void> => {
  await openSession({
    port: message.port,
    local_address: `127.0.${2 + (module.at % 200)}.1`,
    log_in: logInOf(module.did, message.secret_hex),
    filter: downlinkFilter(module.did),
    answer_max_ms: ANSWER_MAX_MS,
    onReached: () => {
      module.connects += 1
    },
    onAcknowledged: () => {},
    onMessage: () => {},
    onBroken,
  })
}
type Connect = Extract<ReconnectMessage, { kind: 'connect' }>

/** Connects a module, and again whenever its connection breaks. Resolves with the first connection. */
const keep = async (message: Connect, module: Module): Promise<void> => {
  let wait_ms: number = RETRY_MS.first
  const again = async (): Promise<void> => {
    module.back_ms = null
    for (;;) {
      await pause(wait_ms * (1 - RETRY_MS.spread + 2 * RETRY_MS.spread * Math.random()))
      wait_ms = Math.min(RETRY_MS.most, 2 * wait_ms)
      try {
        await connectOnce(message, module, () => {
          if (module.back_ms !== null) void again()
        })
        wait_ms = RETRY_MS.first
        module.back_ms = performance.now()
        return
      } catch {
        // The gateway is not back yet.
      }
    }
  }
  await connectOnce(message, module, () => {
    if (module.back_ms !== null) void again()
  })
  module.back_ms = performance.now()
}

const connectAll = async (message: Connect): Promise<void> => {
  modules = message.macs.map((did, at) => ({ at, did, connects: 0, back_ms: null }))
  let begun = 0
  const worker = async (): Promise<void> => {
    for (let module = modules[begun++]; module !== undefined; module = modules[begun++]) await keep(message, module)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  for (const module of modules) module.connects = 0
}

/** Waits until every module has lost its connection, which happens now, and is back, at most `most_ms`. */
const untilBack = async (most_ms: number): Promise<Returned> => {
  const began_ms = performance.now()
  const tookMs = ({ back_ms }: Module) => (back_ms === null || back_ms < began_ms ? most_ms : back_ms - began_ms)
  while (performance.now() - began_ms < most_ms && modules.some((module) => tookMs(module) === most_ms))
    await pause(100)
  // A module that is away counts as back at the end of the wait.
  const returned = { took_ms: modules.map(tookMs), connects: modules.map(({ connects }) => connects) }
  for (const module of modules) module.connects = 0
  return returned
}

answerMessages<ReconnectMessage>(async (message) => {
  if (message.kind === 'connect') return connectAll(message)
  return untilBack(message.most_ms)
})
