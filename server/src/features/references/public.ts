import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { listReferences, lockNamed, type Referenced } from './store.ts'

/**
 * Refuses to delete what something else names, which would silently stop or change. The refusal names those the caller
 * sees and counts the others. Until the end of the transaction, which deletes, nothing else can name it (decision 0115).
 */
export const refuseReferenced = async (
  trx: Kysely<Tables>,
  caller: Caller,
  named: Referenced,
  now: Date,
): Promise<void> => {
  if (!trx.isTransaction) throw new Error('What names a row is looked for in the transaction that deletes it.')
  await lockNamed(trx, named)
  // A statement of its own: it sees what those that were waited for have written.
  const { list, total } = await listReferences(trx, caller, named, { now, limit: LIMITS.references_named_max })
  if (total === 0) return
  const hidden = total - list.length
  const names = [...list.map(({ name }) => name), ...(hidden > 0 ? [`+${hidden}`] : [])].join(', ')
  throw new Refusal('is_referenced', { details: { names, count: total, hidden }, references: list })
}
