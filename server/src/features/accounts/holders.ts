import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import {
  type EffectivePermissions,
  effectivePermissionsOf,
  findMissingPrivileges,
  type PermissionSources,
} from '../../effective-permissions.ts'
import type { Tables } from '../../platform/tables.ts'
import { type Assignment, changeAccounts, listPermissionSources } from './store-grants.ts'

/**
 * Changes a role or resource group in a transaction, under the lock of account changes, and compares what each account that
 * has it may do and see before and after. Refused are: a change of the caller's own access (`own_access_fixed`), of an
 * account with more than the caller has (`account_above_own`), and one after which an account has more than the caller
 * (`grants_more_than_own`). `change` returns false where nothing was stored.
 */
export const changeForHolders = (
  db: Kysely<Tables>,
  caller: Caller,
  assignment: Assignment,
  change: (trx: Kysely<Tables>) => Promise<boolean>,
): Promise<boolean> =>
  changeAccounts(db, async (trx) => {
    const before = new Map((await listPermissionSources(trx, assignment)).map((row) => [row.uid, row]))
    if (!(await change(trx))) return false
    const holders = await listPermissionSources(trx, assignment)
    // The caller's own access is the reason that says most.
    for (const after of holders.sort((one) => (one.uid === caller.uid ? -1 : 0))) {
      const code = findHolderFault(caller, before.get(after.uid) ?? after, after)
      if (code !== null) throw new Refusal(code, { details: { names: after.user_name } })
    }
    return true
  })

/** Why a change of what one account may do and see is refused; null when it is allowed or nothing changed. */
const findHolderFault = (caller: Caller, before: PermissionSources, after: PermissionSources) => {
  const [had, has] = [effectivePermissionsOf(before), effectivePermissionsOf(after)]
  if (isSame(had, has)) return null
  if (after.uid === caller.uid) return 'own_access_fixed'
  if (findMissingPrivileges(caller, had) !== null) return 'account_above_own'
  return findMissingPrivileges(caller, has) === null ? null : 'grants_more_than_own'
}

const isSame = (one: EffectivePermissions, other: EffectivePermissions): boolean => textOf(one) === textOf(other)

const textOf = ({ permissions, scopes }: EffectivePermissions): string => JSON.stringify([[...permissions], scopes])
