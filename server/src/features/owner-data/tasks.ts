import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { OwnerFileHead } from '@heatfleet/contract/owner-data/owner-data.ts'
import { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { writeWholeFile } from '../exports/public.ts'
import type { ReportsDeps } from '../history/public.ts'
import { dataExportFile, dataExportPath, readDeviceId } from './export-file.ts'
import { exportRows, type OpenUnit, readMetadata } from './read-unit.ts'
import { findBoundUnit } from './store.ts'
import { findMac, OWNER_EXPORT_TASK, sweepDataExports, updateDataExport } from './store-exports.ts'
import { listOwnerAlarms, listOwnerEvents } from './store-happenings.ts'

type Deps = ReportsDeps & Pick<AppContext, 'exports_folder'>

const Payload = z.object({ device_id: z.number().int(), app_user_id: z.number().int() })

/** The files that owners leave with: to write one, and once an hour to delete what was kept long enough or lost its owner. */
export const ownerExportTasks = (deps: Deps) =>
  ({
    [OWNER_EXPORT_TASK]: { run: (payload, signal) => writeDataExport(deps, Payload.parse(payload), signal) },
    'expire-owner-data-exports': { crontab: '37 * * * *', run: () => sweepFiles(deps) },
  }) satisfies Tasks

const writeDataExport = async (deps: Deps, of: z.infer<typeof Payload>, signal: AbortSignal): Promise<void> => {
  const { db } = deps.database
  const bound = await findBoundUnit(db, of.app_user_id, await findMac(db, of.device_id))
  if (bound === null || bound.role !== 'owner' || !(await updateDataExport(db, of, { state: 'running' }))) return
  const unit: OpenUnit = { ...bound, data_from: bound.bound_at, data_to: null }
  const count = { rows: 0 }
  const path = dataExportPath(deps.exports_folder, of.device_id)
  try {
    const lines = Readable.from(linesOf(deps, unit, count)).pipe(createGzip())
    const bytes = await writeWholeFile(path, lines, LIMITS.data_export_bytes, signal)
    const done = { state: 'done', finished_at: new Date(deps.clock.now()), rows: count.rows, bytes } as const
    if (!(await updateDataExport(db, of, done))) await rm(path, { force: true })
  } catch (error) {
    // A stopped process begins anew at its next start.
    if (!signal.aborted) await updateDataExport(db, of, { state: 'failed' })
    throw error
  }
}

/** The metadata with alarms and events, then each report as its time and the values of the points, in their order there. */
async function* linesOf(deps: Deps, unit: OpenUnit, count: { rows: number }): AsyncGenerator<string> {
  const { db } = deps.database
  const metadata = await readMetadata(deps, unit)
  const of = { device_id: unit.device_id, from: unit.data_from }
  const withheld = metadata.withheld.map(({ key }) => key)
  const head: OwnerFileHead = {
    ...metadata,
    alarms: await listOwnerAlarms(db, { ...of, limit: LIMITS.data_export_alarms_max }, withheld),
    events: await listOwnerEvents(db, { ...of, limit: LIMITS.data_export_events_max }),
  }
  yield `${JSON.stringify(head)}\n`
  for await (const rows of exportRows(deps, unit)) {
    count.rows += rows.length
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

/** Deletes files that no request stands for. */
const sweepFiles = async ({ database: { db }, clock, exports_folder }: Deps): Promise<void> => {
  const kept = await sweepDataExports(db, new Date(clock.now() - LIMITS.data_export_kept_ms))
  const wanted = new Set(kept.map(dataExportFile))
  for (const name of await readdir(exports_folder).catch(() => [] as string[]))
    if (readDeviceId(name) !== null && !wanted.has(name)) await rm(join(exports_folder, name), { force: true })
}
