import { setTimeout as sleep } from 'node:timers/promises'
import { type Fleet, pastStart, SLICE_MS } from './fleet.ts'
import type { FleetFile } from './fleet-file.ts'
import type { Module } from './module.ts'
import { pollEverything } from './reporter.ts'
import { advanceUnit, createUnit } from './unit.ts'

/** Units that replay at once, and unacknowledged reports of each: together the window of the whole process. */
const UNITS_AT_ONCE = 16
const WINDOW = 4
const WAIT_FOR_LINK_MS = 500

/** How far the back-fill is, in reports. */
export type Progress = { done: number; total: number }

/**
 * Reports the past of every unit, oldest first, as replays with their real times. The past is computed a second time
 * from the same seed, so that it leads without a step into the state the live unit started from; live work goes first.
 */
export async function backfill(
  file: FleetFile,
  fleet: Fleet,
  now_ms: () => number,
  tell: (progress: Progress) => void,
  isStopped: () => boolean,
): Promise<void> {
  const { backfill: wanted } = file
  if (!wanted) return
  const perUnit = Math.floor((wanted.days * 86_400) / wanted.interval_s)
  const progress = { done: 0, total: perUnit * fleet.modules.length }
  let sliceEnd = now_ms() + SLICE_MS
  const breathe = async (): Promise<void> => {
    if (now_ms() < sliceEnd) return
    await new Promise(setImmediate)
    sliceEnd = now_ms() + SLICE_MS
  }
  const queue = [...fleet.modules]
  const work = async (): Promise<void> => {
    for (let module = queue.shift(); module && !isStopped(); module = queue.shift()) {
      for await (const _ of pastOf(module, file, fleet.started_s, perUnit, isStopped)) {
        progress.done += 1
        tell(progress)
        await breathe()
      }
    }
  }
  await Promise.all(Array.from({ length: UNITS_AT_ONCE }, work))
}

/** Sends one unit's past through a window; yields once for every report handed to the connection. */
async function* pastOf(
  module: Module,
  file: FleetFile,
  started_s: number,
  count: number,
  isStopped: () => boolean,
): AsyncGenerator<void> {
  const interval_s = file.backfill?.interval_s ?? 300
  const start_s = pastStart(file, started_s)
  const past = createUnit(module.unit.spec, file.seed, start_s, file.made_at ?? started_s)
  const underWay = new Set<Promise<void>>()
  for (let index = count; index >= 1 && !isStopped(); index--) {
    const ts = started_s - index * interval_s
    advanceUnit(past, ts)
    const report = pollEverything(past, module.reporter.plan.blk, ts, module.mishaps)
    const sent = deliver(module, report, isStopped).finally(() => underWay.delete(sent))
    underWay.add(sent)
    if (underWay.size >= WINDOW) await Promise.race(underWay)
    yield
  }
  await Promise.all(underWay)
}

/** Sends until the broker acknowledged it, over as many connections as that takes. */
async function deliver(module: Module, report: Parameters<Module['sendPast']>[0], isStopped: () => boolean) {
  while (!isStopped()) {
    try {
      return await module.sendPast(report)
    } catch {
      // the connection broke or is not there: the report is kept and sent again on the next one
      await sleep(WAIT_FOR_LINK_MS)
    }
  }
}
