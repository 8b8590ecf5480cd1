import type { AppContext } from '../../app-context.ts'
import type { ExportSource } from '../exports/public.ts'
import { countItems, findBatch, listItemsAfter } from './store.ts'
import { toItem } from './to-wire.ts'

/** What became of each object of an own batch, as a file; somebody else's batch has no objects. */
export const batchItemsExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'batch-items'> => ({
  needs: null,
  count: async (caller, { filter: { batch_id, only } }) =>
    (await findBatch(db, caller, batch_id)) === undefined ? 0 : countItems(db, batch_id, only),
  list: async (caller, { filter: { batch_id, only } }, after, limit) => {
    if ((await findBatch(db, caller, batch_id)) === undefined) return { rows: [], last: null }
    const found = await listItemsAfter(db, batch_id, { only, after: Number(after ?? -1), limit })
    const rows = found.map(toItem).map(({ result, ...item }) => ({ ...item, result: result ?? 'open' }))
    return { rows, last: found.length < limit ? null : String(found.at(-1)?.position ?? '') }
  },
})
