import { LIMITS } from '@heatfleet/contract/limits.ts'
import { decideRollout } from '@heatfleet/contract/rollouts/rules.ts'
import type { AppContext } from '../../app-context.ts'
import type { RolloutStep } from './step.ts'
import { findRolloutToRun, moveRollout, openWave, type RolloutRow, saveCounts } from './store.ts'
import { countReady, countWaves, endUnit, expireUnits, listReady, returnUnit } from './store-units.ts'

export type TurnDeps = Pick<AppContext, 'database' | 'clock'> & {
  steps: Readonly<Record<RolloutRow['kind'], RolloutStep>>
}

/**
 * One turn of a rollout: takes up what came to an end, then opens a wave, begins with units, halts or finishes. Everything
 * it knows is in the database, so the turn of another process goes on where this one was killed. Returns the pause
 * before the next turn in ms; null = nothing is left to do.
 */
export const runTurn = async (deps: TurnDeps, rollout_id: number, signal: AbortSignal): Promise<number | null> => {
  const { db } = deps.database
  const rollout = await findRolloutToRun(db, rollout_id)
  if (rollout === undefined) return null
  const now = () => new Date(deps.clock.now())
  const step = deps.steps[rollout.kind]
  for (const { device_id, ended } of await step.collect(rollout))
    if (ended.kind !== 'unsent') await endUnit(db, rollout_id, device_id, ended.kind, { at: now(), ...ended })
    else if (!(await returnUnit(db, rollout_id, device_id, LIMITS.rollout_tries_max)))
      await endUnit(db, rollout_id, device_id, 'failed', { at: now(), reason: 'offline' })
  let pause_ms: number | null = null
  if (rollout.state === 'running') pause_ms = await advance(deps, rollout, step, signal)
  const counts = await saveCounts(db, rollout_id)
  return counts.sent > 0 ? LIMITS.rollout_turn_ms : pause_ms
}

const advance = async (
  { database: { db }, clock }: TurnDeps,
  rollout: RolloutRow,
  step: RolloutStep,
  signal: AbortSignal,
): Promise<number | null> => {
  const { rollout_id, rules } = rollout
  const at = new Date(clock.now())
  if (rollout.deadline_at !== null && rollout.deadline_at <= at) await expireUnits(db, rollout_id, at)
  // Each round opens a wave at most: there are as many rounds as waves, and one that begins with units.
  for (let { wave } = rollout; ; wave += 1) {
    const waves = await countWaves(db, rollout_id, rollout.wave_sizes.length)
    const ready = await countReady(db, rollout_id, wave)
    const decision = decideRollout({ wave, waves, ready, tolerated: rollout.tolerated, rules })
    switch (decision.kind) {
      case 'finish':
        await moveRollout(db, rollout_id, 'done', ['running'], { finished_at: at })
        return null
      case 'halt':
        await moveRollout(db, rollout_id, 'paused', ['running'], { halted: decision.reason })
        return null
      case 'open_wave':
        if (!(await openWave(db, rollout_id, wave + 1))) return LIMITS.rollout_turn_ms
        continue
      case 'begin':
        await beginUnits(db, clock, rollout, step, wave, decision.units, signal)
        return LIMITS.rollout_turn_ms
      case 'wait':
        return LIMITS.rollout_idle_turn_ms
    }
  }
}

const beginUnits = async (
  db: TurnDeps['database']['db'],
  clock: TurnDeps['clock'],
  rollout: RolloutRow,
  step: RolloutStep,
  wave: number,
  limit: number,
  signal: AbortSignal,
): Promise<void> => {
  const { rollout_id } = rollout
  const units = await listReady(db, rollout_id, wave, limit)
  const begin = await step.prepare(rollout, units)
  for (const unit of units) {
    if (signal.aborted) return
    const begun = await begin(unit)
    const at = new Date(clock.now())
    // A unit that an earlier try changed, and that now has all values, was set by this rollout.
    const equal = unit.changed ? 'done' : 'equal'
    if (begun.kind === 'equal') await endUnit(db, rollout_id, unit.device_id, equal, { at })
    if (begun.kind === 'failed') await endUnit(db, rollout_id, unit.device_id, 'failed', { at, reason: begun.reason })
  }
}
