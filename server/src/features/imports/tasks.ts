import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { type ImportDeps, runImport } from './run-import.ts'
import { deleteOldDrafts, IMPORT_TASK, requeueImports } from './store.ts'

const Payload = z.object({ import_id: z.number().int() })

/** Background tasks: run an import, and delete forgotten drafts once a day. */
export const importTasks = (deps: ImportDeps) =>
  ({
    [IMPORT_TASK]: { run: (payload, signal) => runImport(deps, Payload.parse(payload).import_id, signal) },
    'expire-import-drafts': {
      crontab: '37 3 * * *',
      run: () => deleteOldDrafts(deps.database.db, new Date(deps.clock.now() - LIMITS.device_import_draft_ms)),
    },
  }) satisfies Tasks

/** At start: queues the imports of a killed process again. */
export const recoverImports = async ({
  database,
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> => {
  const requeued = await requeueImports(database.db, new Date(clock.now()))
  if (requeued > 0) log.info({ requeued }, 'imports taken up again')
}
