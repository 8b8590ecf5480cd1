import type { RolloutEventName } from '@heatfleet/contract/rollouts/rollout.ts'
import type { Kysely } from 'kysely'
import { rolloutsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { RolloutEventFacts } from '../../platform/tables-rollouts.ts'

type Db = Kysely<Tables>

/** Adds to the log of a rollout, in the transaction of the step itself. An empty name = by itself. */
export const insertEvent = async (
  trx: Db,
  rollout_id: number,
  what: RolloutEventName,
  { at, user_name = '', rollout_id: rollback, ...facts }: RolloutEventFacts & { at: Date; user_name?: string },
): Promise<void> => {
  await trx
    .insertInto('rollout_events')
    .values({ rollout_id, at, what, user_name, facts: JSON.stringify({ ...facts, rollout_id: rollback }) })
    .execute()
}

/** The newest events of a rollout, the newest first. */
export const listEvents = (db: Db, rollout_id: number, limit: number) =>
  db
    .selectFrom('rollout_events')
    .select(['at', 'what', 'user_name', 'facts'])
    .where('rollout_id', '=', rollout_id)
    .orderBy('event_id', 'desc')
    .limit(limit)
    .execute()
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** Rollouts of the scope that halted by themselves since a moment, the newest first. */
export const listHalts = (db: Db, scope: Scope, since: Date, limit: number) =>
  db
    .selectFrom('rollout_events')
    .innerJoin('rollouts', 'rollouts.rollout_id', 'rollout_events.rollout_id')
    .select([
      'rollout_events.event_id',
      'rollout_events.at',
      'rollout_events.facts',
      'rollouts.rollout_id',
      'rollouts.name',
    ])
    .where('rollout_events.what', '=', 'halted')
    .where('rollout_events.at', '>', since)
    .where(rolloutsWithin(scope, 'rollouts'))
    .orderBy('rollout_events.at', 'desc')
    .limit(limit)
    .execute()
