import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { listReferences, type Referenced } from './store.ts'

/**
 * Refuses to delete what something else names, which would silently stop or change. The refusal names those the caller
 * sees and counts the others.
 */
export const refuseReferenced = async (
  db: Kysely<Tables>,
  caller: Caller,
  named: Referenced,
  now: Date,
): Promise<void> => {
  const { list, total } = await listReferences(db, caller, named, { now, limit: LIMITS.references_named_max })
  if (total === 0) return
  const hidden = total - list.length
  const names = [...list.map(({ name }) => name), ...(hidden > 0 ? [`+${hidden}`] : [])].join(', ')
  throw new Refusal('is_referenced', { details: { names, count: total, hidden }, references: list })
}
