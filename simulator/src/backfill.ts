import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import { type Fleet, pastStart, SLICE_MS } from './fleet.ts'
import type { Backfill, FleetFile } from './fleet-file.ts'
import type { Module } from './module.ts'
import { pollEverything } from './reporter.ts'
import { advanceUnit, createUnit } from './unit.ts'

/** Units that replay at once, and unacknowledged reports of each: together the window of the whole process. */
const UNITS_AT_ONCE = 16
const WINDOW = 4
const WAIT_FOR_LINK_MS = 500

/** Progress of the backfill, in reports. */
export type Progress = { done: number; total: number }

/**
 * Replays the history of every unit, oldest first, with the original times. The history is computed again from the same seed,
 * so that it leads without a step into the state of the live unit; live work has priority. Times and numbers are the same
 * in every run, so that the receiver can drop duplicates of an earlier one.
 */
export async function backfill(
  file: FleetFile,
  fleet: Fleet,
  now_ms: () => number,
  onProgress: (progress: Progress) => void,
  isStopped: () => boolean,
): Promise<void> {
  const { backfill: wanted } = file
  if (!wanted) return
  const progress = { done: 0, total: countOf(wanted) * fleet.modules.length }
  let sliceEnd = now_ms() + SLICE_MS
  const breathe = async (): Promise<void> => {
    if (now_ms() < sliceEnd) return
    await new Promise(setImmediate)
    sliceEnd = now_ms() + SLICE_MS
  }
  const queue = [...fleet.modules]
  const work = async (): Promise<void> => {
    for (let module = queue.shift(); module && !isStopped(); module = queue.shift()) {
      for await (const _ of pastOf(module, file, wanted, isStopped)) {
        progress.done += 1
        onProgress(progress)
        await breathe()
      }
    }
  }
  await Promise.all(Array.from({ length: UNITS_AT_ONCE }, work))
}

/** Sends one unit's history through a window; yields once for every report handed to the connection. */
async function* pastOf(
  module: Module,
  { seed, made_at }: Pick<FleetFile, 'seed' | 'made_at'>,
  wanted: Backfill,
  isStopped: () => boolean,
): AsyncGenerator<void> {
  const past = createUnit(module.unit.spec, seed, pastStart(wanted), made_at ?? wanted.to_s)
  const underWay = new Set<Promise<void>>()
  for (let number = 0; number < countOf(wanted) && !isStopped(); number++) {
    const ts = wanted.from_s + number * wanted.interval_s
    advanceUnit(past, ts)
    const report = { ...pollEverything(past, module.reporter.plan.blk, ts, module.mishaps), seq: number & 0xffff }
    const sent = deliver(module, report, isStopped).finally(() => underWay.delete(sent))
    underWay.add(sent)
    if (underWay.size >= WINDOW) await Promise.race(underWay)
    yield
  }
  await Promise.all(underWay)
}

const countOf = ({ from_s, to_s, interval_s }: Backfill): number => Math.ceil((to_s - from_s) / interval_s)

/** Sends until the broker acknowledged it, over as many connections as that takes. */
async function deliver(module: Module, report: Report, isStopped: () => boolean) {
  while (!isStopped()) {
    try {
      return await module.sendPast(report)
    } catch {
      // the connection is broken or missing: the report is kept and resent on the next one
      await sleep(WAIT_FOR_LINK_MS)
    }
  }
}
