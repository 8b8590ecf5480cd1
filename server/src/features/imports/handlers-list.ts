import { Refusal } from '@heatfleet/contract/errors.ts'
import type { ImportBatch } from '@heatfleet/contract/imports/imports.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { Tables } from '../../platform/tables.ts'
import { viewerOf } from './draft.ts'
import { mayMove } from './store.ts'
import { findImport, listImportRows, listImports } from './store-list.ts'
import { NO_FIGURES, readFigures } from './store-run.ts'
import { toImportBatch, toImportRow } from './to-wire.ts'

/** Queries of imports: batches, one batch, its lines. */
export const importListHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    importList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listImports(db, viewerOf(caller), body, part)
      return { list: rows.map(toImportBatch), total, pageNo: query.pageNo, size: query.size }
    },

    importRowList: async ({ query, body }, { caller }) => {
      if (body.import_id !== undefined) await readBatch(db, caller, body.import_id)
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listImportRows(db, viewerOf(caller), body, part)
      return { list: rows.map(toImportRow), total, pageNo: query.pageNo, size: query.size }
    },

    importInfo: async ({ params: { id } }, { caller }) => {
      const batch = await readBatch(db, caller, id)
      // While it runs this is called over and over, and there are no units yet.
      const is_over = mayMove('undo', batch.state)
      const { in_use, ...figures } = is_over ? await readFigures(db, id) : NO_FIGURES
      return { ...batch, ...figures, may_undo: is_over && in_use === 0 }
    },
  }) satisfies Pick<Handlers, 'importList' | 'importRowList' | 'importInfo'>

/** A batch that the caller sees. */
export const readBatch = async (db: Kysely<Tables>, caller: Caller, import_id: number): Promise<ImportBatch> => {
  const row = await findImport(db, viewerOf(caller), import_id)
  if (row === undefined) throw new Refusal('import_not_found')
  return toImportBatch(row)
}
