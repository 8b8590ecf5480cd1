import { Refusal } from '@heatfleet/contract/errors.ts'
import type { IMPORT_MOVES, ImportHeader, ImportSource } from '@heatfleet/contract/imports/imports.ts'
import type { ImportField, ImportLine } from '@heatfleet/contract/imports/lines.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetLook } from '@heatfleet/contract/sheets.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import { sheetOf } from '../../platform/uploaded-sheets.ts'
import { runSheetWork, type SheetCall } from '../../sheets/run-sheet-work.ts'
import { assertProduct, checkDraft, createDraft, fillWith, readTarget, startImport, viewerOf } from './draft.ts'
import { readBatch } from './handlers-list.ts'
import type { NumberedLine } from './parse-line.ts'
import { pastedLines } from './pasted-lines.ts'
import { fixLines, withoutSecret } from './put-right.ts'
import type { ImportSheetWork } from './sheet-work.ts'
import { deleteImport, type LockedImport, lockImport, mayMove } from './store.ts'
import { copyFailed, dropLines, updateDraft } from './store-draft.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key'>
type Names =
  | 'importDevices'
  | 'importFileRead'
  | 'importCheck'
  | 'importFileCheck'
  | 'importEdit'
  | 'importStart'
  | 'importDiscard'
  | 'importRetry'

/** Drafts of imports: made, put right, started, discarded. */
export const importHandlers = (deps: Deps) => {
  const { db } = deps.database
  const now = () => new Date(deps.clock.now())
  const draftOf = async (caller: Caller, lines: readonly NumberedLine[], order: Order) => {
    const { import_id } = await db
      .transaction()
      .execute((trx) =>
        createDraft(trx, caller, { ...order, retry_of: null, fill: fillWith(deps, trx, lines), now: now() }),
      )
    return readBatch(db, caller, import_id)
  }
  return {
    importDevices: async ({ query, body: { rows, ...body } }, { caller, note }) => {
      const header = { ...body, agent_id: query.agent_id ?? null, product_key: query.product_key ?? null }
      note({ object: 'device-import', detail: { ...header, lines: rows.length } })
      const at = now()
      const import_id = await db.transaction().execute(async (trx) => {
        const fill = fillWith(deps, trx, numbered(rows))
        const made = await createDraft(trx, caller, {
          header,
          source: 'api',
          file_name: '',
          retry_of: null,
          fill,
          now: at,
        })
        const { agent_id } = await readTarget(trx, caller, header.agent_id)
        await startImport(trx, caller, { ...made, agent_id, now: at })
        return made.import_id
      })
      const batch = await readBatch(db, caller, import_id)
      note({ object: `device-import ${batch.batch_no}` })
      return batch
    },

    importFileRead: ({ body: { content, sheet } }, call) =>
      inProcess<SheetLook<ImportField>>({ kind: 'look', bytes: sheetOf(content), sheet }, call),

    importCheck: async ({ body: { rows, text, source, ...header } }, { caller, note }) => {
      const lines = [...numbered(rows), ...pastedLines(text)].map((line, at) => ({ ...line, row: at + 1 }))
      note({ object: 'device-import', detail: { ...header, source, lines: lines.length } })
      if (lines.length > LIMITS.device_import_rows_max)
        throw new Refusal('import_too_large', { details: { max: LIMITS.device_import_rows_max } })
      const batch = await draftOf(caller, lines, { header, source, file_name: '' })
      note({ object: `device-import ${batch.batch_no}` })
      return batch
    },

    importFileCheck: async ({ body: { file_name, content, sheet, mapping, ...header } }, call) => {
      const { caller, note } = call
      note({ object: 'device-import', detail: { ...header, file_name } })
      // Before the file is read: nobody waits for a sheet that could not be imported.
      await readTarget(db, caller, header.agent_id)
      await assertProduct(db, caller.scope, header.product_key)
      const lines = await inProcess<NumberedLine[]>({ kind: 'lines', bytes: sheetOf(content), sheet, mapping }, call)
      const batch = await draftOf(caller, lines, { header, source: 'file', file_name })
      note({ object: `device-import ${batch.batch_no}` })
      return batch
    },

    importEdit: async ({ params: { id }, body: { header, fixes, ...change } }, { caller, note }) => {
      note({ object: `device-import ${id}`, detail: { header, fixes: fixes.map(withoutSecret), ...change } })
      await db.transaction().execute(async (trx) => {
        await lockIn(trx, caller, id, 'edit')
        const { agent_id, ...common } = header
        const target = agent_id === undefined ? {} : await readTarget(trx, caller, agent_id)
        await assertProduct(trx, caller.scope, common.product_key ?? null)
        await updateDraft(trx, id, { ...target, ...common, changed_at: now() })
        await fixLines(deps, trx, id, fixes)
        await dropLines(trx, id, change)
        await checkDraft(trx, caller.scope, id)
      })
      const batch = await readBatch(db, caller, id)
      note({ object: `device-import ${batch.batch_no}` })
      return batch
    },

    importStart: async ({ params: { id }, body: { leave_errors } }, { caller, note }) => {
      note({ object: `device-import ${id}`, detail: { leave_errors } })
      await db.transaction().execute(async (trx) => {
        const { agent_id, agent_path } = await lockIn(trx, caller, id, 'start')
        if (agent_id === null && agent_path !== '/') throw new Refusal('distributor_not_found')
        await readTarget(trx, caller, agent_id)
        const { counts } = await checkDraft(trx, caller.scope, id)
        if (counts.error > 0 && !leave_errors)
          throw new Refusal('import_has_errors', { details: { count: counts.error } })
        await startImport(trx, caller, { import_id: id, agent_id, counts, now: now() })
      })
      const batch = await readBatch(db, caller, id)
      note({ object: `device-import ${batch.batch_no}` })
      return batch
    },

    importDiscard: async ({ params: { id } }, { caller, note }) => {
      note({ object: `device-import ${id}` })
      await db.transaction().execute(async (trx) => {
        const { batch_no } = await lockIn(trx, caller, id, 'discard')
        note({ object: `device-import ${batch_no}` })
        await deleteImport(trx, id)
      })
      return null
    },

    importRetry: async ({ params: { id }, body: { fixes } }, { caller, note }) => {
      note({ object: `device-import ${id}`, detail: { fixes: fixes.map(withoutSecret) } })
      const at = now()
      const import_id = await db.transaction().execute(async (trx) => {
        const { agent_id, product_key, import_tag, hardware_version, remark } = await lockIn(trx, caller, id, 'retry')
        const header = { agent_id, product_key, import_tag, hardware_version, remark }
        const fill = async (draft: number) => {
          await copyFailed(trx, id, draft)
          await fixLines(deps, trx, draft, fixes)
        }
        const order = { header, source: 'api', file_name: '', retry_of: id, fill, now: at } as const
        return (await createDraft(trx, caller, order)).import_id
      })
      const batch = await readBatch(db, caller, import_id)
      note({ object: `device-import ${batch.batch_no}` })
      return batch
    },
  } satisfies Pick<Handlers, Names>
}

type Order = { header: ImportHeader; source: ImportSource; file_name: string }

/** A batch on which a move may be made, locked until the transaction ends. */
export const lockIn = async (
  trx: Kysely<Tables>,
  caller: Caller,
  import_id: number,
  move: keyof typeof IMPORT_MOVES,
): Promise<LockedImport> => {
  const found = await lockImport(trx, viewerOf(caller), import_id)
  if (found === null) throw new Refusal('import_not_found')
  if (!mayMove(move, found.state)) throw new Refusal('import_state')
  return found
}

const numbered = (rows: readonly ImportLine[]): NumberedLine[] => rows.map((line, at) => ({ ...line, row: at + 1 }))

/** The reading process answers each kind of work with its own kind of result. */
const inProcess = <Done>(work: ImportSheetWork, call: SheetCall): Promise<Done> =>
  runSheetWork<Done>(
    new URL('./sheet-worker.ts', import.meta.url),
    work,
    { bytes: work.bytes, heap_mb: LIMITS.device_import_heap_mb },
    call,
  )
