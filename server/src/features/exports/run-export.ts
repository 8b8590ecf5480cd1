import { Refusal } from '@heatfleet/contract/errors.ts'
import { ExportRequest } from '@heatfleet/contract/exports/exports.ts'
import { type ColumnTexts, type FindText, textsOf } from '@heatfleet/contract/exports/kind-texts.ts'
import { EXPORT_TEXTS } from '@heatfleet/contract/exports/texts.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Config } from '../../config.ts'
import type { JobOwner } from '../../platform/job-owner.ts'
import { findCallerOfJobOwner } from '../session/public.ts'
import { findTextIn } from './catalogues.ts'
import { exportPath, removeExportFile, writeWholeFile } from './export-files.ts'
import { type Page, pageOfRows } from './page.ts'
import type { ExportSource, ExportSources, StreamedExport } from './source.ts'
import { beginExport, endExport, isRunning, saveProgress } from './store.ts'
import { writePages } from './write-pages.ts'

/** How long a file may be, and how long it is kept. */
export type ExportLimits = Pick<Config, 'HEATFLEET_EXPORT_ROWS' | 'HEATFLEET_EXPORT_MB' | 'HEATFLEET_EXPORT_DAYS'>

export type ExportDeps = Pick<AppContext, 'database' | 'clock' | 'log' | 'exports_folder'> & {
  config: ExportLimits
  sources: ExportSources
  /** A time that only goes forward, ms; another one in tests. */
  elapsed?: () => number
}

/** Rows of one question to the database: long enough to be quick, short enough to leave others their turn. */
const PAGE_ROWS = 1_000
/** How far it is is written so often at most: each time is a commit, which reports that are stored meanwhile wait for. */
const PROGRESS_INTERVAL_MS = 1_000
const DAY_MS = 86_400_000
const BYTES_PER_MB = 1_048_576

/** Input of a stored job, parsed again by the kinds of this version. */
const Stored = z.object({
  ask: ExportRequest,
  permissions: z.array(z.enum(PERMISSIONS)),
  column_texts: z
    .array(z.object({ key: z.string(), title: z.string(), words: z.record(z.string(), z.string()).optional() }))
    .optional(),
})

/** The export was cancelled: no error. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/**
 * Runs one export from its beginning: the rights and the scope of the account are read anew for
 * every page. Ends with a file and `done`, or without and `failed`; when the process stops it waits for the next.
 */
export const runExport = async (deps: ExportDeps, export_id: number, signal: AbortSignal): Promise<void> => {
  const { database, clock, config, log, exports_folder } = deps
  const job = await beginExport(database.db, export_id, new Date(clock.now()))
  if (job === undefined) return
  const now = () => new Date(clock.now())
  const progress = { rows_done: 0 }
  try {
    const { ask: request, permissions, column_texts } = readStored(job.input)
    const reader = readerOf(deps, request, job, new Set(permissions))
    const path = exportPath(exports_folder, export_id, job.format)
    const columns = column_texts ?? (await reader.columnTexts())
    const pages = pagesOf(deps, { export_id, reader, progress, signal })
    const bytes_max = config.HEATFLEET_EXPORT_MB * BYTES_PER_MB
    const file_bytes = await writeWholeFile(
      path,
      writePages({ ...request, columns }, pages, job.format === 'zip'),
      bytes_max,
      signal,
    )
    const finished_at = now()
    const expires_at = new Date(finished_at.getTime() + config.HEATFLEET_EXPORT_DAYS * DAY_MS)
    const done = { state: 'done', ...progress, file_bytes, finished_at, expires_at } as const
    const is_kept = await endExport(database.db, export_id, done)
    if (!is_kept) await removeExportFile(exports_folder, export_id, job.format)
  } catch (error) {
    if (error instanceof Cancelled) return
    if (signal.aborted) {
      await endExport(database.db, export_id, { state: 'queued' })
      return
    }
    if (!(error instanceof Refusal)) log.error({ error, export_id }, 'export failed')
    const reason = error instanceof Refusal ? error.code : 'export_failed'
    await endExport(database.db, export_id, { state: 'failed', ...progress, reason, finished_at: now() })
  }
}

/** A request of an older version that this one does not understand is refused as such. */
const readStored = (input: unknown) => {
  const parsed = Stored.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  return parsed.data
}

type Reader = {
  columnTexts: () => Promise<ColumnTexts[]>
  count: () => Promise<number>
  pages: () => AsyncIterable<Page>
}

/** The source of a request, each call with the caller of that moment; no right any more is `no_permission`. */
const readerOf = (
  { sources, database, clock }: ExportDeps,
  request: ExportRequest,
  maker: JobOwner,
  granted: ReadonlySet<string>,
): Reader => {
  // A kind and its request belong together by the contract's union; the table is indexed by that same kind.
  const source = sources[request.kind] as ExportSource<typeof request.kind> | StreamedExport<typeof request.kind>
  const readCaller = async (): Promise<Caller> => {
    const caller = await findCallerOfJobOwner({ database, clock }, maker)
    const permissions = new Set([...(caller?.permissions ?? [])].filter((right) => granted.has(right)))
    if (caller === null || (source.needs !== null && !permissions.has(source.needs))) throw new Refusal('no_permission')
    return { ...caller, permissions }
  }
  return {
    columnTexts: async () => {
      const find = findTextIn(request.language)
      const texts =
        'stream' in source ? await source.columnTexts(await readCaller(), request, find) : listTexts(request.kind, find)
      return request.columns.map((key) => texts.find((column) => column.key === key) ?? { key, title: key })
    },
    count: async () => source.count(await readCaller(), request),
    pages: () => ('stream' in source ? source.stream(readCaller, request) : pagesByKey(source, readCaller, request)),
  }
}

async function* pagesByKey(
  { list }: ExportSource<ExportRequest['kind']>,
  readCaller: () => Promise<Caller>,
  request: ExportRequest,
): AsyncGenerator<Page> {
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const { rows, last } = await list(await readCaller(), request, after, PAGE_ROWS)
    yield pageOfRows(rows, request.columns)
    after = last
  }
}

/** The texts of a list; a kind without any names its columns by their keys. */
const listTexts = (kind: ExportRequest['kind'], find: FindText): ColumnTexts[] =>
  kind === 'device-history' ? [] : textsOf(EXPORT_TEXTS[kind], find)

type Run = { export_id: number; reader: Reader; progress: { rows_done: number }; signal: AbortSignal }

/** The pages of a run; checks after each whether it was cancelled, and reports progress at intervals. */
async function* pagesOf(
  { database: { db }, config, elapsed = () => performance.now() }: ExportDeps,
  { export_id, reader, progress, signal }: Run,
): AsyncGenerator<Page> {
  const rows_total = await reader.count()
  if (rows_total > config.HEATFLEET_EXPORT_ROWS) throw new Refusal('export_too_large')
  if (!(await saveProgress(db, export_id, { rows_total }))) throw new Cancelled()
  let reported_ms = elapsed()
  for await (const page of reader.pages()) {
    signal.throwIfAborted()
    if (progress.rows_done + page.rows > config.HEATFLEET_EXPORT_ROWS) throw new Refusal('export_too_large')
    yield page
    progress.rows_done += page.rows
    const is_due = elapsed() - reported_ms >= PROGRESS_INTERVAL_MS
    if (is_due) reported_ms = elapsed()
    if (!(await (is_due ? saveProgress(db, export_id, progress) : isRunning(db, export_id)))) throw new Cancelled()
  }
}
