import { createHmac } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildUsername, deviceSignatureInput } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { downlinkFilter, UPLINK_FILTER, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { percentile } from './figures.ts'
import type { MeasuredFrames } from './measured-frames.ts'
import { openSession, type Session } from './module-session.ts'
import { publishHead } from './mqtt-packets.ts'

export type FleetAsk = {
  port: number
  dids: readonly string[]
  /** Every module of a measured fleet has this one. */
  secret_hex: string
  /** A sink takes what the modules send, and a module sends its next report when the last one has come there: a relay's work is done then. */
  has_sink: boolean
}

/** What a run of all modules came to. */
export type FleetFigures = {
  reports: number
  rate: number
  p50_ms: number
  p99_ms: number
  /** What each acknowledgement took, rising. */
  took_ms: Float64Array
  /** Share of a core that the modules themselves took: near 1 they would be the limit. */
  generator_share: number
  /** The longest time for which the modules themselves stood still: what was due meanwhile looks as late. */
  own_stall_ms: number
}

export type ModuleFleet = {
  /**
   * All modules send, each as soon as its last report was acknowledged; or `rate` a second together, whatever the answers take. Ends
   * after `seconds`, or when `stop` says so.
   */
  run: (seconds: number, rate: number | null, stop?: AbortSignal) => Promise<FleetFigures>
  /** Reports acknowledged so far to each module: its reports 0 to n - 1, in the order of the ids. */
  acknowledged: () => number[]
  close: () => void
}

type Module = {
  unit: number
  session: Session
  head: Buffer
  next: number
  acked: number
  due_ms: number
  open: number
}

/** Log-ins under way at a time. */
const AT_A_TIME = 100
const DRAIN_MAX_MS = 30_000

/** Connects a fleet of modules and keeps them; a line that breaks fails the run. */
export const connectModules = async (ask: FleetAsk, frames: MeasuredFrames): Promise<ModuleFleet> => {
  let failure: Error | null = null
  let onDone: ((module: Module) => void) | null = null
  const modules: Module[] = []
  const by_did = new Map<string, Module>()
  const halfDone = (module: Module): void => {
    module.open -= 1
    if (module.open > 0) return
    module.acked += 1
    onDone?.(module)
  }
  const onGone = (why: string): void => {
    failure ??= new Error(`a module lost its line: ${why}`)
  }
  const connectOne = async (unit: number): Promise<void> => {
    const did = ask.dids[unit] ?? ''
    const ts = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', Buffer.from(ask.secret_hex, 'hex')).update(deviceSignatureInput(did, ts))
    const log_in = {
      client_id: did,
      username: buildUsername({ did, ts, mode: 'h1' }),
      password: signature.digest('hex'),
    }
    const session = await openSession({
      port: ask.port,
      local_address: `127.0.${2 + (unit % 200)}.1`,
      log_in: { ...log_in, is_clean: false },
      filter: downlinkFilter(did),
      onPublished: () => halfDone(module),
      onGone,
    })
    const head = publishHead(upTopic(did, 'blk'), frames.bytes)
    const module: Module = { unit, session, head, next: 0, acked: 0, due_ms: 0, open: 0 }
    modules[unit] = module
    by_did.set(did, module)
  }
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun < ask.dids.length) await connectOne(begun++)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  const sink = ask.has_sink ? await openSink(ask.port, (did) => halfDone(by_did.get(did) ?? raise(did)), onGone) : null

  const send = (module: Module, due_ms: number): void => {
    const { head, session, unit } = module
    const frame = frames.frameOf(unit, module.next)
    const packet = Buffer.allocUnsafe(head.length + frame.length)
    head.copy(packet)
    frame.copy(packet, head.length)
    module.next += 1
    packet.writeUInt16BE(1 + (module.next % 65_000), head.length - 2)
    module.due_ms = due_ms
    module.open = ask.has_sink ? 2 : 1
    session.write(packet)
  }

  const run: ModuleFleet['run'] = async (seconds, rate, stop) => {
    const took_ms: number[] = []
    const free = rate === null ? [] : [...modules]
    let first_free = 0
    const cpu = process.cpuUsage()
    const stalls = monitorEventLoopDelay({ resolution: 1 })
    stalls.enable()
    const began = performance.now()
    const until = began + seconds * 1_000
    const isOver = (): boolean => stop?.aborted === true || performance.now() >= until
    let under_way = 0
    let sent = 0
    const go = (module: Module, due_ms: number): void => {
      under_way += 1
      sent += 1
      send(module, due_ms)
    }
    onDone = (module) => {
      const now_ms = performance.now()
      took_ms.push(now_ms - module.due_ms)
      under_way -= 1
      if (rate !== null) free.push(module)
      else if (!isOver()) go(module, now_ms)
    }
    if (rate === null) for (const module of modules) go(module, performance.now())
    else
      while (!isOver() && failure === null) {
        for (; ; first_free += 1) {
          const due_ms = began + (sent * 1_000) / rate
          const module = free[first_free]
          if (due_ms > performance.now() || module === undefined) break
          go(module, due_ms)
        }
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    let over_ms = Number.POSITIVE_INFINITY
    while ((under_way > 0 || !isOver()) && failure === null) {
      if (isOver()) over_ms = Math.min(over_ms, performance.now())
      if (performance.now() > over_ms + DRAIN_MAX_MS) throw new Error(`${under_way} reports were not acknowledged`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    if (failure !== null) throw failure
    onDone = null
    const lasted_ms = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    stalls.disable()
    const sorted = Float64Array.from(took_ms).sort()
    return {
      reports: took_ms.length,
      rate: took_ms.length / (lasted_ms / 1_000),
      p50_ms: percentile(sorted, 50),
      p99_ms: percentile(sorted, 99),
      took_ms: sorted,
      generator_share: (user + system) / 1_000 / lasted_ms,
      own_stall_ms: stalls.max / 1_000_000,
    }
  }
  return {
    run,
    acknowledged: () => modules.map(({ acked }) => acked),
    close: () => {
      for (const { session } of modules) session.close()
      sink?.close()
    },
  }
}

const raise = (did: string): never => {
  throw new Error(`the sink got something of ${did}`)
}

/** The one who takes all reports with QoS 1, as an ingest behind a broker does. */
const openSink = async (port: number, onReport: (did: string) => void, onGone: (why: string) => void) => {
  const did_at = 2 + UPLINK_FILTER.indexOf('+')
  // All that one piece brought is acknowledged in one piece.
  let acks: Buffer[] = []
  const sink = await openSession({
    port,
    local_address: '127.0.1.1',
    log_in: { client_id: 'sink', username: 'sink', password: 'sink', is_clean: true },
    filter: UPLINK_FILTER,
    onPublished: () => {},
    onMessage: (_type, bytes, from) => {
      const topic_bytes = bytes.readUInt16BE(from)
      const topic = bytes.toString('latin1', from + did_at, from + 2 + topic_bytes)
      const id_at = from + 2 + topic_bytes
      if (acks.length === 0)
        setImmediate(() => {
          sink.write(Buffer.concat(acks))
          acks = []
        })
      acks.push(Buffer.of(0x40, 2, bytes[id_at] ?? 0, bytes[id_at + 1] ?? 0))
      onReport(topic.slice(0, topic.indexOf('/')))
    },
    onGone,
  })
  return sink
}
