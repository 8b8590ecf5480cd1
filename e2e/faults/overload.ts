import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import type { Pace } from './ledger.ts'
import type { CallersReport } from './overload-callers.ts'
import { gatewayPid, residentMb } from './processes.ts'
import { rateAtCapacity, rateFor } from './report-rate.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'

const UNITS = 1_000
/** Reports a module buffers and has in flight under overload. */
const MEMORY = 50
const OVERLOAD = 10
const TICK_MS = 100
/** Normal load afterwards, reports a second and device. */
const NORMAL: Pace = { interval_ms: 2_000 }

const GOODPUT_MIN = 0.9
const LIST_P99_MAX_MS = 1_000
const NORMAL_AGAIN_MAX_MS = 60_000
const ACKED_WITHIN_MS = 1_000
/** Duration of a measurement. */
const STEADY_MS = 5_000
/** Each part of the run stores reports of its own days; earlier ones are ignored. */
const AGO_S = { before: 6 * 86_400, overload: 5 * 86_400, normal: 7 * 86_400, after: 8 * 86_400 }

/**
 * R7: for a second a round (600 are the plan's ten minutes) modules send ten times the maximum throughput, as when a whole
 * fleet replays its flash, while a user watches a list. A module buffers unacknowledged reports and stops when its buffer
 * is full.
 */
export const overloadRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('overload', UNITS)
  try {
    const before = await rateAtCapacity(fleet, AGO_S.before)
    const { rate, before_mb, most_mb, list, load } = await overload(fleet, before * OVERLOAD, rounds * 1_000)
    const [all, normal_ms] = await Promise.all([load.finish(), untilNormal(fleet)])
    // Measured before and after the overload, because the machine's other load changes.
    const after = await rateAtCapacity(fleet, AGO_S.after)
    const capacity = (before + after) / 2
    checks.note(
      `${before.toFixed(0)} reports/s at most before, ${after.toFixed(0)} after; ${rounds} s of ${OVERLOAD} times as many: ${rate.toFixed(0)}/s,` +
        ` ${all.acked} acknowledged, ${all.lost} lost, ${all.invented} invented, ${all.twice} stored twice;` +
        ` ${list.took_ms.length} lists, p99 ${p99(list.took_ms).toFixed(0)} ms; normal after ${(normal_ms / 1_000).toFixed(1)} s;` +
        ` the gateway ${before_mb} MB, then ${most_mb}`,
    )
    checks.expect(`${GOODPUT_MIN * 100} % of what it takes at most are taken`, rate >= GOODPUT_MIN * capacity)
    checks.expect('what was acknowledged is stored, once', all.lost === 0 && all.invented === 0 && all.twice === 0)
    checks.expect('all that was sent is acknowledged afterwards', all.drained)
    checks.expect(
      `a list takes ${LIST_P99_MAX_MS} ms at most, p99`,
      list.failed === 0 && p99(list.took_ms) <= LIST_P99_MAX_MS,
      `${p99(list.took_ms).toFixed(0)} ms, ${list.failed} refused`,
    )
    checks.expect(
      `reports are acknowledged within ${ACKED_WITHIN_MS} ms again after ${NORMAL_AGAIN_MAX_MS / 1_000} s at most`,
      normal_ms <= NORMAL_AGAIN_MAX_MS,
      `${(normal_ms / 1_000).toFixed(1)} s`,
    )
  } finally {
    await fleet.close()
  }
}

const p99 = (took_ms: readonly number[]): number =>
  took_ms.toSorted((a, b) => a - b)[Math.floor(took_ms.length * 0.99)] ?? 0

/** Sends this many reports a second; returns the accepted rate and figures of the gateway and the list. */
const overload = async (fleet: ServedFleet, offered: number, for_ms: number) => {
  const gateway = gatewayPid(fleet.product.process.pid)
  const before_mb = residentMb(gateway)
  let most_mb = before_mb
  const watch = setInterval(() => {
    most_mb = Math.max(most_mb, residentMb(gateway))
  }, 500)
  const worker = new Worker(new URL('overload-callers.ts', import.meta.url), { workerData: { url: fleet.product.url } })
  const each_time = Math.ceil((offered * TICK_MS) / 1_000 / UNITS)
  const load = startFleetLoad(fleet, {
    pace: { interval_ms: TICK_MS, each_time, waiting_max: MEMORY },
    ago_s: AGO_S.overload,
  })
  const rate = await rateFor(load, for_ms)
  worker.postMessage('stop')
  const [list] = (await once(worker, 'message')) as [CallersReport]
  clearInterval(watch)
  return { rate, before_mb, most_mb, list, load }
}

/** Milliseconds until reports of all units are acknowledged soon after they were made, for some seconds. */
const untilNormal = async (fleet: ServedFleet): Promise<number> => {
  const ended = performance.now()
  const load = startFleetLoad(fleet, { pace: NORMAL, ago_s: AGO_S.normal })
  const waiting = () => load.ledgers.reduce((sum, { sent, acked }) => sum + sent.size - acked.size, 0)
  const most = (UNITS * ACKED_WITHIN_MS) / NORMAL.interval_ms
  let since = ended
  while (performance.now() - since < STEADY_MS && performance.now() - ended < NORMAL_AGAIN_MAX_MS * 2) {
    await wait(100)
    if (waiting() > most || load.acked() === 0) since = performance.now()
  }
  await load.drain()
  return since - ended
}
