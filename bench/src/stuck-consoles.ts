import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { watchMemory } from './processes.ts'
import type { Place } from './product.ts'
import { monotonicMs, type PushFigures } from './push-load.ts'
import { type PushStage, WATCHED, withConsoles } from './push-stage.ts'
import { atLeast, atMost, describeMachine, type Outcome, spreadOf } from './result.ts'

type StuckSize = {
  consoles: number
  devices: number
  deliveries: number
  /** Consoles that stop reading, of those that watch most. */
  stuck: number
  /** Length of one loop: all read; then some do not, and at most `loops` follow until those are gone. */
  seconds: number
  loops: number
}

/** Costs the product some ms each time. */
const SAMPLE_MS = 1_000
const OTHERS_MORE_PERCENT = 10
/** On a machine whose p99 is some ms, a tenth of it is less than what two runs of the same differ by. */
const OTHERS_MORE_MS = 5
const SOCKET_MAX_MB = 1
const CLOSED_MAX_S = 5

/**
 * R11: of many consoles some stop reading, those with the longest watch lists. What the others notice, what the product holds for each of
 * them, and how long a console that is over its limit keeps its connection.
 */
export const measureStuck = async (size: StuckSize, place: Place, say: (line: string) => void) =>
  withConsoles(size, place, say, async (stage) => {
    const { product, load, consoles, rate } = stage
    const most = Math.max(...WATCHED.filter((count) => consoles.some(({ watched }) => watched.length === count)))
    const stuck = consoles.flatMap(({ watched }, at) => (watched.length === most ? [at] : [])).slice(0, size.stuck)
    const report = () => load.request<PushFigures>({ kind: 'report', seconds: size.seconds, rate })
    const before = await report()
    say(`all read: p99 ${before.p99_ms.toFixed(1)} ms`)
    const seen = watchSockets(stage)
    const endMemory = watchMemory([product.pid])
    await load.request({ kind: 'stop_reading', consoles: stuck })
    const began_ms = monotonicMs()
    const loops: PushFigures[] = []
    while (loops.length < size.loops && (loops.length === 0 || seen.cutOff() < stuck.length)) {
      const figures = await report()
      loops.push(figures)
      say(
        `loop ${loops.length}: p99 of the others ${figures.p99_ms.toFixed(1)} ms, ${figures.missing} missing; ${seen.cutOff()} of ${stuck.length} stuck ones closed`,
      )
    }
    const took_s = (monotonicMs() - began_ms) / 1_000
    const lag_s = await seen.end()
    const grown_mb = endMemory()
    const others_p99_ms = spreadOf(loops.map(({ p99_ms }) => p99_ms))
    const lost = loops.reduce((sum, { missing, surplus, foreign }) => sum + missing + surplus + foreign, 0)
    const allowed_ms = Math.max(before.p99_ms * (1 + OTHERS_MORE_PERCENT / 100), before.p99_ms + OTHERS_MORE_MS)
    return {
      workload: 'stuck',
      ...size,
      machine: await describeMachine(product.client),
      is_pinned: place.is_pinned,
      all_read: before,
      others_p99_ms,
      others_deliveries: loops.reduce((sum, { deliveries }) => sum + deliveries, 0),
      lost,
      cut_off: seen.cutOff(),
      /** Until the last of them was gone: its system and ours take some MB first. */
      all_closed_after_s: spreadOf([took_s]).median,
      longest_from_the_limit_to_the_end_s: spreadOf([lag_s]).median,
      grown_mb: spreadOf([grown_mb]).median,
      outcomes: [
        atLeast('consoles that stopped reading', stuck.length, size.stuck),
        atLeast('of them cut off', seen.cutOff(), stuck.length),
        atMost('p99 of the others in ms', others_p99_ms.median, Math.round(allowed_ms * 10) / 10),
        atMost('statuses that the others missed, had twice or should not have had', lost, 0),
        atMost('MB more of the console process for a stuck socket', grown_mb / stuck.length, SOCKET_MAX_MB),
        atMost('s from the limit to the end of the connection', lag_s, CLOSED_MAX_S),
      ] satisfies Outcome[],
    }
  })

/** Samples how many sockets the product cut off, and how many connections its process has. */
const watchSockets = ({ product }: PushStage) => {
  const countFds = (): number => readdirSync(`/proc/${product.pid}/fd`).length
  const fds_before = countFds()
  /** When so many sockets were cut off, and so many connections were gone. */
  const [cut_ms, gone_ms]: [number[], number[]] = [[], []]
  let is_over = false
  const sample = async (): Promise<void> => {
    const text = await (await fetch(`${product.url}/metrics`)).text()
    const cut = Number(/^heatfleet_push_closed_total\{reason="too_slow"\} (\d+)/m.exec(text)?.[1] ?? 0)
    const now_ms = monotonicMs()
    const gone = fds_before - countFds()
    while (cut_ms.length < cut) cut_ms.push(now_ms)
    while (gone_ms.length < gone) gone_ms.push(now_ms)
  }
  const run = async (): Promise<void> => {
    while (!is_over) {
      await sample()
      await pause(SAMPLE_MS)
    }
  }
  const running = run()
  running.catch(() => {}) // Reported when it is awaited.
  return {
    cutOff: (): number => cut_ms.length,
    /** The longest time between the two, s. */
    end: async (): Promise<number> => {
      await pause(CLOSED_MAX_S * 1_000)
      is_over = true
      await running
      const end_ms = monotonicMs()
      return Math.max(0, ...cut_ms.map((cut, at) => (gone_ms[at] ?? end_ms) - cut)) / 1_000
    },
  }
}
