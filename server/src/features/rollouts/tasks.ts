import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { deleteOldRollouts, listActive, queueTurn, ROLLOUT_TASK } from './store.ts'
import { runTurn, type TurnDeps } from './turn.ts'

const Payload = z.object({ rollout_id: z.number().int() })

/** Background tasks: a turn of a rollout, which queues the next; one that was lost is found by the minute. */
export const rolloutTasks = (deps: TurnDeps) =>
  ({
    [ROLLOUT_TASK]: {
      run: async (payload, signal) => {
        const { rollout_id } = Payload.parse(payload)
        const pause_ms = await runTurn(deps, rollout_id, signal)
        if (pause_ms !== null) await queueTurn(deps.database.db, rollout_id, pause_ms)
      },
    },
    'rollouts-due': { crontab: '* * * * *', run: () => queueActive(deps) },
    'expire-rollouts': {
      crontab: '41 3 * * *',
      run: () => deleteOldRollouts(deps.database.db, new Date(deps.clock.now() - LIMITS.rollout_record_ms)),
    },
  }) satisfies Tasks

const queueActive = async ({ database: { db } }: Pick<AppContext, 'database'>): Promise<void> => {
  for (const rollout_id of await listActive(db)) await queueTurn(db, rollout_id)
}

/** At start: rollouts of the process before go on. */
export const recoverRollouts = queueActive
