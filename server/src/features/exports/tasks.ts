import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { Tasks } from '../../platform/jobs.ts'
import { exportFile, removeExportFile, removeStrayFiles } from './export-files.ts'
import { type ExportDeps, runExport } from './run-export.ts'
import { deleteOldExports, EXPORT_TASK, expireExports, expireLost, listKept, requeueOpen } from './store.ts'

const Payload = z.object({ export_id: z.number().int() })

/** The background work of exports: to run one, and once an hour to let go of what was kept long enough. */
export const exportTasks = (deps: ExportDeps) =>
  ({
    [EXPORT_TASK]: { run: (payload, signal) => runExport(deps, Payload.parse(payload).export_id, signal) },
    'expire-exports': { crontab: '17 * * * *', run: () => sweepExports(deps) },
  }) satisfies Tasks

/** Deletes files that were kept as long as the setting says, and records long over. */
const sweepExports = async ({ database: { db }, clock, exports_folder }: ExportDeps): Promise<void> => {
  for (const { export_id, format } of await expireExports(db, new Date(clock.now())))
    await removeExportFile(exports_folder, Number(export_id), format)
  await deleteOldExports(db, new Date(clock.now() - LIMITS.export_record_ms))
}

/** Before the first job, when the jobs of dead processes are free: what they left is cleared away, and what they were at is queued again. */
export const recoverExports = async (deps: ExportDeps): Promise<void> => {
  const { db } = deps.database
  await sweepExports(deps)
  const kept = new Map((await listKept(db)).map((row) => [exportFile(row.export_id, row.format), row.export_id]))
  const { strays, missing } = await removeStrayFiles(deps.exports_folder, new Set(kept.keys()))
  await expireLost(
    db,
    missing.map((name) => kept.get(name) ?? ''),
  )
  const requeued = await requeueOpen(db)
  if (strays + requeued + missing.length > 0)
    deps.log.info({ strays, requeued, missing: missing.length }, 'exports taken up again')
}
