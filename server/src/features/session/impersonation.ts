import { READ_RIGHTS } from '@heatfleet/contract/roles/read-rights.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { findMissingPrivileges } from '../../effective-permissions.ts'
import { isInForce } from './login-rules.ts'
import { findCallerRow } from './store.ts'
import { toCaller } from './to-caller.ts'

/**
 * The caller of a session that impersonates another account: that account's scope and its read rights. Null when the
 * impersonation is over: the viewer lost the right, the account was disabled, or it has more privileges than the viewer.
 */
export const toImpersonatedCaller = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  viewer: Caller,
  uid: number,
): Promise<Caller | null> => {
  const row = await findCallerRow(database.db, uid)
  if (row === undefined || !isInForce(row, clock.now()) || !viewer.permissions.has('account:view-as')) return null
  const impersonated = toCaller(row, viewer.session_hash)
  if (findMissingPrivileges(viewer, impersonated) !== null) return null
  return {
    ...impersonated,
    permissions: new Set([...impersonated.permissions].filter((right) => READ_RIGHTS.has(right))),
    must: viewer.must,
    viewer: { uid: viewer.uid, user_name: viewer.user_name },
  }
}
