import type { AppContext } from '../../app-context.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import { listItems } from './store.ts'
import { toItem } from './to-wire.ts'

/** What became of each object of an own batch, as a file; a batch of another account has no objects. */
export const batchItemsExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'batch-items'> =>
  listSource({
    needs: null,
    list: (caller, { filter }, part) => listItems(db, caller, filter, part),
    keyOf: ({ position }) => position,
    toRows: (rows) => rows.map(toItem).map(({ result, ...item }) => ({ ...item, result: result ?? 'open' })),
  })
