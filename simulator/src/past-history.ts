import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import { advanceThrough } from './cold-spell.ts'
import type { FleetFile, UnitSpec } from './fleet-file.ts'
import { createMishaps, moveMishaps } from './mishaps.ts'
import { FACTORY_PLAN } from './poll-plan.ts'
import { seeded, seedOf } from './random.ts'
import { pollEverything } from './reporter.ts'
import type { State } from './state.ts'
import { createUnit, type Unit } from './unit.ts'

/** Counters that run from the installation of a unit. */
type Counters = Pick<
  State,
  'comp_s' | 'starts' | 'defrosts' | 'e_in_heat_j' | 'e_out_heat_j' | 'e_in_dhw_j' | 'e_out_dhw_j'
>

/** The history to simulate for a unit: bounds of its stretches in unix s, newest first; the unit is live from the first. */
type PastHistory = { spec: UnitSpec; bounds_s: readonly number[]; interval_s: number }

/**
 * Reports of one stretch, oldest first; stretch 0 ends at the newest bound. Counters run without a step through all stretches
 * into those of the live unit.
 */
export function* simulateHistory(
  { seed, made_at, cold_spell = null }: Pick<FleetFile, 'seed' | 'made_at' | 'cold_spell'>,
  { spec, bounds_s, interval_s }: PastHistory,
  stretch: number,
): Generator<Report> {
  const [live_s = 0] = bounds_s
  const unitAt = (at_s: number): Unit => createUnit(spec, seed, at_s, made_at ?? live_s)
  let counters = countersOf(unitAt(live_s))
  for (let newer = 0; newer <= stretch; newer += 1) {
    const [to_s = live_s, from_s = to_s] = bounds_s.slice(newer)
    const unit = unitAt(from_s)
    const before = countersOf(unit)
    advanceThrough(unit, cold_spell, from_s, to_s)
    const after = countersOf(unit)
    counters = byCounter((name) => counters[name] - (after[name] - before[name]))
  }
  const [to_s = live_s, from_s = to_s] = bounds_s.slice(stretch)
  const unit = unitAt(from_s)
  Object.assign(unit.board.plant.state, counters)
  const random = seeded(seedOf(seed, spec.did, `past ${stretch}`))
  const mishaps = createMishaps(random, spec, from_s, true)
  let seq = 0
  for (let ts = from_s; ts < to_s; ts += interval_s) {
    advanceThrough(unit, cold_spell, Math.max(from_s, ts - interval_s), ts)
    moveMishaps(mishaps, random, ts, unit.bus)
    seq = (seq + 1) & 0xffff
    // Slow blocks come as rarely as a live unit reports them.
    const due = FACTORY_PLAN.blk.filter(({ per }) => (ts - from_s) % per === 0)
    yield { ...pollEverything(unit, due, ts, mishaps), seq }
  }
}

const countersOf = ({ board }: Unit): Counters => byCounter((name) => board.plant.state[name])

const byCounter = (of: (name: keyof Counters) => number): Counters => ({
  comp_s: of('comp_s'),
  starts: of('starts'),
  defrosts: of('defrosts'),
  e_in_heat_j: of('e_in_heat_j'),
  e_out_heat_j: of('e_out_heat_j'),
  e_in_dhw_j: of('e_in_dhw_j'),
  e_out_dhw_j: of('e_out_dhw_j'),
})
