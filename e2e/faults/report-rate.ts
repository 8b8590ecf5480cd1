import { setTimeout as wait } from 'node:timers/promises'
import { type FleetLoad, startFleetLoad } from './fleet-load.ts'
import type { ServedFleet } from './served-fleet.ts'

/** Each module makes the next as soon as one of a few is acknowledged: the maximum throughput. */
export const AT_CAPACITY = { interval_ms: 10, each_time: 10, waiting_max: 10 } as const
const CAPACITY_MS = 15_000
/** Warm-up: connections and query plans. */
const WARM_UP_MS = 5_000

/** Reports acknowledged a second while each module has only a few in flight. */
export const rateAtCapacity = async (fleet: ServedFleet, ago_s: number): Promise<number> => {
  const load = startFleetLoad(fleet, { pace: AT_CAPACITY, ago_s })
  await wait(WARM_UP_MS)
  const rate = await rateFor(load, CAPACITY_MS)
  await load.drain()
  return rate
}

/** Reports acknowledged a second during this time. */
export const rateFor = async (load: FleetLoad, for_ms: number): Promise<number> => {
  const before = load.acked()
  const began = performance.now()
  await wait(for_ms)
  return ((load.acked() - before) / (performance.now() - began)) * 1_000
}
