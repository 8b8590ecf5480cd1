import { LIMITS } from '@heatfleet/contract/limits.ts'
import { decideRollout, hasTooManyFailed, triedOf, type WaveCounts } from '@heatfleet/contract/rollouts/rules.ts'
import type { AppContext } from '../../app-context.ts'
import type { RolloutStep } from './step.ts'
import { findRolloutToRun, moveRollout, openWave, type RolloutRow, saveCounts } from './store.ts'
import { insertEvent } from './store-events.ts'
import {
  countBegun,
  countReady,
  countWaves,
  endUnit,
  expireUnits,
  listReady,
  postponeUnit,
  returnUnit,
} from './store-units.ts'

const MINUTE_MS = 60_000

export type TurnDeps = Pick<AppContext, 'database' | 'clock'> & {
  steps: Readonly<Record<RolloutRow['kind'], RolloutStep>>
}
type Running = { deps: TurnDeps; rollout: RolloutRow; step: RolloutStep; signal: AbortSignal }

/**
 * One turn of a rollout: takes up what came to an end, then opens a wave, begins with units, halts or finishes. Everything
 * it knows is in the database, so the turn of another process goes on where this one was killed. Returns the pause
 * before the next turn in ms; null = nothing is left to do.
 */
export const runTurn = async (deps: TurnDeps, rollout_id: number, signal: AbortSignal): Promise<number | null> => {
  const { db } = deps.database
  const rollout = await findRolloutToRun(db, rollout_id)
  if (rollout === undefined) return null
  const running = { deps, rollout, step: deps.steps[rollout.kind], signal }
  await collectEnded(running)
  let pause_ms: number | null = null
  if (rollout.state === 'running') pause_ms = await advance(running)
  const counts = await saveCounts(db, rollout_id)
  return counts.sent > 0 ? LIMITS.rollout_turn_ms : pause_ms
}

const nowOf = ({ clock }: TurnDeps): Date => new Date(clock.now())

/** Writes the end of each unit that came to one; whether any failed. */
const collectEnded = async ({ deps, rollout, step }: Running): Promise<boolean> => {
  const { db } = deps.database
  const { rollout_id } = rollout
  let any_failed = false
  for (const { device_id, ended } of await step.collect(rollout)) {
    const at = nowOf(deps)
    if (ended.kind === 'again') await returnUnit(db, rollout_id, device_id, null, ended)
    else if (ended.kind !== 'unsent') await endUnit(db, rollout_id, device_id, ended.kind, { at, ...ended })
    else if (!(await returnUnit(db, rollout_id, device_id, LIMITS.rollout_tries_max)))
      await endUnit(db, rollout_id, device_id, 'failed', { at, reason: 'offline' })
    any_failed ||= ended.kind !== 'done' && ended.kind !== 'again'
  }
  return any_failed
}

const advance = async (running: Running): Promise<number | null> => {
  const { deps, rollout } = running
  const { db } = deps.database
  const { rollout_id, rules, tolerated } = rollout
  const at = nowOf(deps)
  if (rollout.deadline_at !== null && rollout.deadline_at <= at) await expireUnits(db, rollout_id, at)
  // Each round opens a wave, or begins with units and is the last but one: there are as many rounds as waves, and two.
  for (let { wave } = rollout; ; ) {
    const waves = await countWaves(db, rollout_id, rollout.wave_sizes.length)
    const ready = await countReady(db, rollout_id, wave, nowOf(deps))
    const { in_flight_max } = running.step
    const has_test_wave = (rollout.settings.upgrade?.test_group ?? null) !== null
    const decision = decideRollout({ wave, waves, ready, tolerated, rules, has_test_wave, in_flight_max })
    switch (decision.kind) {
      case 'finish':
        await finish(running, at)
        return null
      case 'halt':
        await halt(running, decision.reason, wave, waves)
        return null
      case 'open_wave':
        if (!(await open(running, wave + 1))) return LIMITS.rollout_turn_ms
        wave += 1
        continue
      case 'begin': {
        const units = Math.min(decision.units, await leftOfMinute(running))
        if (units > 0 && (await beginUnits(running, wave, units))) continue
        return LIMITS.rollout_turn_ms
      }
      case 'wait':
        return LIMITS.rollout_idle_turn_ms
    }
  }
}

/** Units that may still be begun in this minute. */
const leftOfMinute = async ({ deps, rollout: { rollout_id, rules } }: Running): Promise<number> => {
  // Rollouts from before the rule have none.
  const per_minute = rules.per_minute ?? null
  if (per_minute === null) return Number.POSITIVE_INFINITY
  const since = new Date(deps.clock.now() - MINUTE_MS)
  return Math.max(0, per_minute - (await countBegun(deps.database.db, rollout_id, since)))
}

const finish = ({ deps, rollout: { rollout_id } }: Running, at: Date): Promise<void> =>
  deps.database.db.transaction().execute(async (trx) => {
    if (await moveRollout(trx, rollout_id, 'done', ['running'], { finished_at: at }))
      await insertEvent(trx, rollout_id, 'finished', { at })
  })

const halt = (
  { deps, rollout: { rollout_id } }: Running,
  reason: 'failures' | 'wave' | 'test',
  wave: number,
  waves: readonly WaveCounts[],
): Promise<void> =>
  deps.database.db.transaction().execute(async (trx) => {
    if (!(await moveRollout(trx, rollout_id, 'paused', ['running'], { halted: reason }))) return
    const counts = waves[wave - 1]
    const seen = counts === undefined ? {} : { failed: counts.failed, units: triedOf(counts) }
    await insertEvent(trx, rollout_id, 'halted', { at: nowOf(deps), reason, wave, ...seen })
  })

const open = ({ deps, rollout: { rollout_id, wave_sizes } }: Running, wave: number): Promise<boolean> =>
  deps.database.db.transaction().execute(async (trx) => {
    if (!(await openWave(trx, rollout_id, wave))) return false
    await insertEvent(trx, rollout_id, 'wave_opened', { at: nowOf(deps), wave, units: wave_sizes[wave - 1] ?? 0 })
    return true
  })

/**
 * Begins with units of the open waves and looks at results as often as the step asks; true = too many failed, and the rest was
 * left alone.
 */
const beginUnits = async (running: Running, wave: number, limit: number): Promise<boolean> => {
  const { deps, rollout, step, signal } = running
  const { db } = deps.database
  const { rollout_id, rules, tolerated } = rollout
  const units = await listReady(db, rollout_id, wave, nowOf(deps), Math.min(limit, LIMITS.rollout_slice))
  const begin = await step.prepare(rollout, units)
  for (const [position, unit] of units.entries()) {
    if (signal.aborted) return false
    const begun = await begin(unit)
    const at = nowOf(deps)
    // A unit that an earlier try changed, and that now has all values, was set by this rollout.
    const equal = unit.changed ? 'done' : 'equal'
    if (begun.kind === 'equal') await endUnit(db, rollout_id, unit.device_id, equal, { at })
    if (begun.kind === 'failed') await endUnit(db, rollout_id, unit.device_id, 'failed', { at, reason: begun.reason })
    if (begun.kind === 'skipped') await endUnit(db, rollout_id, unit.device_id, 'skipped', { at, reason: begun.reason })
    if (begun.kind === 'later') await postponeUnit(db, rollout_id, unit.device_id, begun)
    const is_due = (position + 1) % step.begun_unseen_max === 0
    const any_failed = is_due && (await collectEnded(running))
    if (!any_failed && begun.kind !== 'failed') continue
    const waves = await countWaves(db, rollout_id, rollout.wave_sizes.length)
    if (hasTooManyFailed({ wave, waves, tolerated, rules })) return true
  }
  return false
}
