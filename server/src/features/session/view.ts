import { READ_RIGHTS } from '@heatfleet/contract/roles/read-rights.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { findMissingPrivileges } from '../../effective-permissions.ts'
import { isInForce } from './login-rules.ts'
import { findCallerRow } from './store.ts'
import { toCaller } from './to-caller.ts'

/**
 * The caller that a session looking through another account's eyes stands for: that account's scope and its rights to
 * read. Null when the view is over: the viewer lost the right, the account was closed, or it came to more than the
 * viewer has.
 */
export const toView = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  viewer: Caller,
  uid: number,
): Promise<Caller | null> => {
  const row = await findCallerRow(database.db, uid)
  if (row === undefined || !isInForce(row, clock.now()) || !viewer.permissions.has('account:view-as')) return null
  const seen = toCaller(row, viewer.session_hash)
  if (findMissingPrivileges(viewer, seen) !== null) return null
  return {
    ...seen,
    permissions: new Set([...seen.permissions].filter((right) => READ_RIGHTS.has(right))),
    must: viewer.must,
    viewer: { uid: viewer.uid, user_name: viewer.user_name },
  }
}
