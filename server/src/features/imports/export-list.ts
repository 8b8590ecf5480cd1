import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { viewerOf } from './draft.ts'
import { readBatch } from './handlers-list.ts'
import { type ImportLineRow, listImportRows, listImports } from './store-list.ts'
import { toImportBatch } from './to-wire.ts'

/** Batches as a file. */
export const importListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'import-list'> =>
  listSource({
    needs: 'device-import:export',
    list: (caller, { filter }, part) => listImports(db, viewerOf(caller), filter, part),
    keyOf: ({ import_id }) => import_id,
    toRows: (rows, _caller, { language }) =>
      rows.map((row) => {
        const { total } = toImportBatch(row)
        return {
          ...row,
          total,
          product_name: language === 'zh' ? row.product_name : row.product_english_name,
          agent_name: row.agent_name ?? 'stock',
          created_time: row.created_at,
          finished_time: row.finished_at,
        }
      }),
  })

/** Lines of a batch as a file: the failed ones can be put right there and imported again. */
export const importRowsExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'import-rows'> =>
  listSource({
    needs: 'device-import:export',
    list: async (caller, { filter }, part) => {
      await readBatch(db, caller, filter.import_id)
      return listImportRows(db, viewerOf(caller), filter, part)
    },
    keyOf: ({ row }) => row,
    toRows: (rows) => rows.map(toExportRow),
  })

const toExportRow = (row: ImportLineRow): ExportRow<'import-rows'> => ({
  ...row,
  agent_name: row.import_count === null ? null : (row.agent_name ?? 'stock'),
  first_online_time: row.first_online_at,
  result: row.result,
})
