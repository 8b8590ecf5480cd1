import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ROLLOUT_ACTIONS } from '@heatfleet/contract/rollouts/rollout.ts'
import { planWaves, waveOf } from '@heatfleet/contract/rollouts/rules.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { CallOf } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import type { RolloutPace } from '../../platform/tables-rollouts.ts'
import { insertRollout, moveRollout, type NewRollout, queueTurn, saveCounts } from './store.ts'
import { insertEvent } from './store-events.ts'
import { insertUnits, type NewUnit } from './store-units.ts'

type Db = Kysely<Tables>
type From = Pick<CallOf<never>, 'address' | 'user_agent' | 'request_id'> & { caller: Caller }

const HOUR_MS = 3_600_000

/** Who proposes, with their rights of now and their place. */
const proposedBy = ({ caller, address, user_agent, request_id }: From) => ({
  uid: caller.uid,
  api_token_id: caller.api_token_id,
  creator: caller.user_name,
  agent_path: caller.scope.agent_path,
  group_id: caller.scope.group?.group_id ?? null,
  origin: { permissions: [...caller.permissions], address, user_agent, request_id },
})

/** Inserts a rollout of the caller; refuses with `rollouts_open` beyond so many open ones. */
export const insertOwn = async (
  trx: Db,
  from: From,
  rollout: Omit<NewRollout, keyof ReturnType<typeof proposedBy>>,
): Promise<number> => {
  const open_max = LIMITS.rollout_open_max
  const rollout_id = await insertRollout(trx, { ...rollout, ...proposedBy(from) }, open_max)
  if (rollout_id === null) throw new Refusal('rollouts_open', { details: { max: open_max } })
  const event = rollout.state === 'proposed' ? 'proposed' : 'started'
  await insertEvent(trx, rollout_id, event, { at: rollout.created_at, user_name: from.caller.user_name })
  return rollout_id
}

/** Fixes the units of an approved rollout and begins with it. */
export const startAtOnce = async (
  trx: Db,
  rollout_id: number,
  units: readonly NewUnit[],
  rules: RolloutPace,
  at: Date,
): Promise<void> => {
  const facts = { wave_sizes: sizesOf(units), started_at: at, deadline_at: deadlineOf(rules, at) }
  await moveRollout(trx, rollout_id, 'running', ROLLOUT_ACTIONS.start, facts)
  await insertUnits(trx, rollout_id, units)
  await saveCounts(trx, rollout_id)
  await queueTurn(trx, rollout_id)
}

/** Units of each wave. */
export const sizesOf = (units: readonly NewUnit[]): number[] => {
  const sizes: number[] = []
  for (const { wave } of units) sizes[wave - 1] = (sizes[wave - 1] ?? 0) + 1
  return sizes
}

/**
 * Units in their waves. Those that will be left alone come last: a first wave of them alone would try nothing, and the next
 * would go to a large part of the fleet untried. Those of a test group are the first wave, and the waves of the others follow.
 */
export const inWaves = (
  device_ids: readonly number[],
  { waves }: RolloutPace,
  left_alone: ReadonlySet<number> = new Set(),
  tested: ReadonlySet<number> = new Set(),
): NewUnit[] => {
  const fitting = device_ids.filter((id) => !left_alone.has(id))
  const first = fitting.filter((id) => tested.has(id))
  const tried = fitting.filter((id) => !tested.has(id))
  const others = device_ids.filter((id) => left_alone.has(id))
  const planned = planWaves(tried.length, waves)
  const sizes = first.length === 0 ? planned : [first.length, ...planned]
  return [...first, ...tried, ...others].map((device_id, position) => ({
    device_id,
    wave: waveOf(position, sizes),
    own_values: null,
  }))
}

/** Until when units that are off line are waited for. */
export const deadlineOf = ({ deadline_hours }: RolloutPace, at: Date): Date =>
  new Date(at.getTime() + deadline_hours * HOUR_MS)

/** Waves, thresholds and deadline of a draft. */
export const paceOf = (draft: RolloutPace): RolloutPace => ({
  waves: draft.waves,
  stop_failed_percent: draft.stop_failed_percent,
  stop_failed_min: draft.stop_failed_min,
  wave_finished_percent: draft.wave_finished_percent,
  confirm_waves: draft.confirm_waves,
  deadline_hours: draft.deadline_hours,
  per_minute: draft.per_minute,
})
