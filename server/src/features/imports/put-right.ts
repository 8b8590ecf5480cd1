import type { ImportField, ImportFix } from '@heatfleet/contract/imports/lines.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Tables } from '../../platform/tables.ts'
import { sealLine } from './draft.ts'
import { lineOf, parseLine } from './parse-line.ts'
import { listLines, putLines } from './store-draft.ts'

/** Puts cells of a draft right by hand. A secret that is not named stays; fixes of rows that are not there are nothing. */
export const fixLines = async (
  deps: Pick<AppContext, 'secret_key'>,
  trx: Kysely<Tables>,
  import_id: number,
  fixes: readonly ImportFix[],
): Promise<void> => {
  const by_row = Map.groupBy(fixes, ({ row }) => row)
  const stored = await listLines(trx, import_id, [...by_row.keys()])
  const fixed = stored.map(({ mac_text, product_text, secret_sealed, own_secret, flaws, ...line }) => {
    const cells: Partial<Record<ImportField, string>> = { ...line, mac: mac_text, product: product_text }
    for (const { field, value } of by_row.get(line.row) ?? []) cells[field] = value
    const made = sealLine(deps, parseLine(lineOf(cells, line.row)))
    if (cells.secret !== undefined || secret_sealed === null) return made
    const is_broken = flaws.includes('secret_invalid')
    return { ...made, secret_sealed, own_secret, flaws: [...made.flaws, ...(is_broken ? ['secret_invalid'] : [])] }
  })
  await putLines(trx, import_id, fixed)
}

/** A fix for the audit trail. */
export const withoutSecret = ({ row, field, value }: ImportFix) => ({
  row,
  field,
  value: field === 'secret' ? '***' : value,
})
