import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { type BatchDeps, runBatch } from './run-batch.ts'
import { BATCH_TASK, deleteOldBatches, requeueBatches } from './store.ts'

const Payload = z.object({ batch_id: z.number().int() })

/** Background tasks: run a batch, and delete old batches once a day. */
export const batchTasks = (deps: BatchDeps) =>
  ({
    [BATCH_TASK]: { run: (payload, signal) => runBatch(deps, Payload.parse(payload).batch_id, signal) },
    'expire-batches': {
      crontab: '27 3 * * *',
      run: () => deleteOldBatches(deps.database.db, new Date(deps.clock.now() - LIMITS.export_record_ms)),
    },
  }) satisfies Tasks

/** At start: queues the batches of a killed process again. */
export const recoverBatches = async ({ database, log }: Pick<AppContext, 'database' | 'log'>): Promise<void> => {
  const requeued = await requeueBatches(database.db)
  if (requeued > 0) log.info({ requeued }, 'batches taken up again')
}
