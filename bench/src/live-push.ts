import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { forkMeasuring } from './forked.ts'
import { ownCpuOf, pin } from './processes.ts'
import type { Place, Product } from './product.ts'
import { monotonicMs, type PushFigures, type RawSent, startPushLoad } from './push-load.ts'
import { type ConsoleViewer, type SignedConsole, withConsoles } from './push-stage.ts'
import type { RawPushMessage } from './raw-push-process.ts'
import { atLeast, atMost, describeMachine, percentile, spreadOf, spreadsOf } from './result.ts'

type PushSize = {
  consoles: number
  devices: number
  /** Device statuses a second that arrive at all consoles together; the modules report as often as that takes. */
  deliveries: number
  /** Length of one loop; product and raw loops take turns, `repeats` times each. */
  seconds: number
  repeats: number
}

/** Those with most pushes. */
const REVOKED: ConsoleViewer = 'admin'
const REVOKE_AFTER_MS = 2_000
const REVOKE_RUN_S = 5
const STOPPED_MAX_MS = 1_000
const P99_MAX_MS = 100
const SHARE_OF_RAW = 0.6

/**
 * W4: consoles on the real product watch devices of theirs, modules report over MQTT, and each status is followed to the bytes in the
 * console; in turns with a bare `ws` loop that sends buffers of the same size to as many sockets as often.
 */
export const measurePush = async (size: PushSize, place: Place, say: (line: string) => void) =>
  withConsoles(size, place, say, async ({ product, load, consoles, watchers, watched, rate }) => {
    const { client } = product
    const raw_load = startPushLoad()
    const raw = forkMeasuring<RawPushMessage>(join(import.meta.dirname, 'raw-push-process.ts'))
    if (place.is_pinned) pin(raw.pid, 'measured')
    try {
      const raw_port = await raw.request<number>({ kind: 'listen' })
      await raw_load.request({ kind: 'raw_consoles', port: raw_port, consoles: consoles.length })
      const runRaw = async (bytes: number, is_framed: boolean) => {
        await raw_load.request({ kind: 'begin_raw' })
        const run = { kind: 'run', watchers, bytes: Math.round(bytes), rate, seconds: size.seconds, is_framed } as const
        const { sent, cpu_us } = await raw.request<{ sent: RawSent; cpu_us: number }>(run)
        const figures = await raw_load.request<PushFigures>({ kind: 'end_raw', sent })
        return { ...figures, us: cpu_us / figures.deliveries }
      }
      const turns = []
      const lost = { missing: 0, surplus: 0, foreign: 0, raw_missing: 0 }
      for (let turn = 1; turn <= size.repeats; turn += 1) {
        const before_us = ownCpuOf(product.pid)
        const ours = await load.request<PushFigures>({ kind: 'report', seconds: size.seconds, rate })
        const us = (ownCpuOf(product.pid) - before_us) / ours.deliveries
        const framed = await runRaw(ours.bytes, true)
        const sent = await runRaw(ours.bytes, false)
        lost.missing += ours.missing
        lost.surplus += ours.surplus
        lost.foreign += ours.foreign
        lost.raw_missing += framed.missing + sent.missing
        turns.push({
          deliveries_s: (ours.deliveries / ours.lasted_ms) * 1_000,
          bytes: ours.bytes,
          us_per_delivery: us,
          deliveries_s_core: 1e6 / us,
          p50_ms: ours.p50_ms,
          p99_ms: ours.p99_ms,
          max_ms: ours.max_ms,
          generator_share: ours.generator_share,
          raw_framed_us: framed.us,
          raw_framed_p99_ms: framed.p99_ms,
          raw_framed_generator_share: framed.generator_share,
          raw_send_us: sent.us,
          raw_send_p99_ms: sent.p99_ms,
          share_of_raw_framed: framed.us / us,
          share_of_raw_send: sent.us / us,
        })
        say(
          `turn ${turn}: ${us.toFixed(1)} us a delivery, raw ${framed.us.toFixed(1)} framed, ${sent.us.toFixed(1)} sent; ` +
            `p99 ${ours.p99_ms.toFixed(1)} ms; ${ours.missing} missing`,
        )
      }
      const stopped_ms = await revoke(product, consoles, () =>
        load
          .request<PushFigures>({ kind: 'report', seconds: REVOKE_RUN_S, rate })
          .then(() => load.request<number>({ kind: 'last_delivery', consoles: placesOf(consoles) })),
      )
      const figures = spreadsOf(turns)
      return {
        workload: 'push',
        ...size,
        machine: await describeMachine(client),
        is_pinned: place.is_pinned,
        reports_s: spreadOf([rate]).median,
        watchers_of_a_device: {
          mean: spreadOf([watched]).median,
          p99: percentile(
            watchers.map((one) => one.length),
            99,
          ),
        },
        figures,
        lost,
        stopped_after_revoking_ms: spreadOf([stopped_ms]).median,
        outcomes: [
          atLeast(
            'deliveries of a core beside those of the raw framed loop',
            figures.share_of_raw_framed.median,
            SHARE_OF_RAW,
          ),
          atMost('PUBLISH to the bytes in the console, p99 in ms', figures.p99_ms.median, P99_MAX_MS),
          atMost('statuses that never arrived', lost.missing, 0),
          atMost('statuses that arrived twice', lost.surplus, 0),
          atMost('statuses of devices that the console does not watch', lost.foreign, 0),
          atMost('ms from revoking a right to the last push', stopped_ms, STOPPED_MAX_MS),
        ],
      }
    } finally {
      raw_load.close()
      raw.close()
    }
  })

const placesOf = (consoles: readonly SignedConsole[]): number[] =>
  consoles.flatMap(({ viewer }, at) => (viewer === REVOKED ? [at] : []))

/** Takes the right to see devices from a role while they report, as another process would: from the commit to the last push, ms. */
const revoke = async (
  { client }: Product,
  consoles: readonly SignedConsole[],
  run: () => Promise<number>,
): Promise<number> => {
  const running = run()
  running.catch(() => {}) // Reported when it is awaited.
  await pause(REVOKE_AFTER_MS)
  const { rowCount } = await client.query(
    `update roles set permissions = array_remove(permissions, 'device:view')
     where role_id = (select role_id from accounts where user_name = $1) and 'device:view' = any(permissions)`,
    [REVOKED],
  )
  const revoked_ms = monotonicMs()
  if (rowCount !== 1 || placesOf(consoles).length === 0) throw new Error(`no console of ${REVOKED} lost a right`)
  const last_ms = await running
  if (last_ms === 0) throw new Error(`nothing was pushed to ${REVOKED} before its right was revoked`)
  return Math.max(0, last_ms - revoked_ms)
}
