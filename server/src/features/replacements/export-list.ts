import type { AppContext } from '../../app-context.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import { listReplacements } from './store-list.ts'
import { scopesOf, toReplacement } from './to-wire.ts'

/** Replacements of modules as a file: the filter of the list. */
export const replacementListExport = ({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'replacement-list'> =>
  listSource({
    needs: 'device:export',
    list: (caller, { filter }, part) => listReplacements(db, scopesOf(caller), filter, part),
    keyOf: ({ replacement_id }) => replacement_id,
    toRows: (rows, _, { language }) =>
      rows.map((row) => {
        const replacement = toReplacement(row, new Date(clock.now()))
        return {
          ...replacement,
          product_name: language === 'zh' ? row.product_name : row.product_english_name,
          replaced_time: row.replaced_at,
          undone_time: row.undone_at,
        }
      }),
  })
