import type { PlantedEvent } from '@heatfleet/contract/simulator/planted-events.ts'
import type { Backfill, FleetFile } from './fleet-file.ts'
import { createModule, type Module } from './module.ts'
import { eventsByUnit } from './planted-events.ts'
import { seeded, seedOf } from './random.ts'
import { readStates, resume } from './state-file.ts'
import { advanceUnit, createUnit, WARM_UP_S } from './unit.ts'
import { drawUpgradeFault } from './upgrade.ts'

/** Units spread their reports over this time, s: the longest period of the factory plan, so over each minute too. */
const SPREAD_S = 300
const TICK_MS = 200
/** New connections a second, so that a start does not look like a flood. */
const CONNECTS_A_SECOND = 200
/** Longest work between two turns of the event loop, ms. */
export const SLICE_MS = 15

/** What runs a fleet: real time, and how much faster physics goes than real time. */
type FleetOptions = {
  now_ms: () => number
  speed: number
  mishaps: boolean
  /** Where the states of an earlier run may lie; null = start afresh. */
  state_path: string | null
}

/** Many modules in one process. */
export type Fleet = {
  modules: Module[]
  countUp: () => number
  /** All that is planted at its units from now on. */
  plant: (events: readonly PlantedEvent[]) => void
  stop: () => Promise<void>
}

/** Starts the units of a file after simulating their warm-up, connected one after the other; resolves when all modules run. */
export async function startFleet(
  file: FleetFile,
  { now_ms, speed, mishaps, state_path }: FleetOptions,
): Promise<Fleet> {
  const started_s = Math.floor(now_ms() / 1000)
  const physicsTime = (now_s: number): number => started_s + (now_s - started_s) * speed
  const modules: Module[] = []
  const saved = state_path ? readStates(state_path) : {}
  const begin_s = file.backfill ? pastStart(file.backfill) : started_s - WARM_UP_S
  const made_at_s = file.made_at ?? started_s
  let sliceEnd = now_ms() + SLICE_MS
  const timer = setInterval(() => {
    const now = now_ms()
    for (const module of modules) module.tick(now)
  }, TICK_MS)

  for (const [index, spec] of file.units.entries()) {
    const unit = createUnit(spec, file.seed, begin_s, made_at_s)
    // What was saved before the file was made is of another fleet: it does not follow from this one's past.
    const last = saved[spec.did]
    const goes_on = last !== undefined && last.state.time_s >= (file.made_at ?? 0)
    if (!goes_on || !resume(unit, last, started_s)) advanceUnit(unit, started_s)
    const phase_s = (index / file.units.length) * SPREAD_S
    const first_connect_ms = now_ms() + (index % CONNECTS_A_SECOND)
    const { url, firmware_key } = file
    const module = createModule({ url, now_ms, physicsTime, phase_s, first_connect_ms, mishaps, firmware_key }, unit)
    if (mishaps) module.plantUpgradeFault(drawUpgradeFault(seeded(seedOf(file.seed, spec.did, 'upgrade'))))
    modules.push(module)
    if (now_ms() >= sliceEnd) {
      await new Promise(setImmediate)
      sliceEnd = now_ms() + SLICE_MS
    }
  }
  return {
    modules,
    countUp: () => modules.filter((module) => module.isUp()).length,
    plant: (events) => {
      const by_unit = eventsByUnit(events)
      for (const module of modules) module.plant(by_unit.get(module.unit.spec.did) ?? [])
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.allSettled(modules.map((module) => module.leave()))
    },
  }
}

/** The moment a unit's physics begins: before all of the past that is to be reported, and a day before its end at least. */
export function pastStart({ from_s, to_s }: Backfill): number {
  return Math.min(from_s, to_s - WARM_UP_S)
}
