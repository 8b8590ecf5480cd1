import type { AccountEdit } from '@heatfleet/contract/accounts/draft.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely, Updateable } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/tables.ts'
import { revokeTokensOf } from '../api-tokens/public.ts'
import { refuseReferenced } from '../references/public.ts'
import { deleteIdentitiesOf } from '../single-sign-on/public.ts'
import { readGrant } from './grants.ts'
import { deleteAccount, hasAdministrator, updateAccount } from './store.ts'
import { changeAccounts } from './store-grants.ts'
import { type AccountRow, findAccount } from './store-list.ts'
import { isAbove } from './to-account.ts'
import { assertNotOver } from './valid-until.ts'

type Db = Kysely<Tables>
export type ChangeDeps = { db: Db; clock: Pick<Clock, 'now'>; changes: Pick<Changes, 'sessionsChanged'> }
type Change = Omit<Updateable<Tables['accounts']>, 'uid'>

/** An account as it was and as it is, for the audit trail and the answer. */
export type Changed = { before: AccountRow; after: AccountRow }

/** Reads an account of the caller's scope; accounts outside it are reported as missing. */
export const readAccount = async (db: Db, caller: Caller, uid: number, now: Date): Promise<AccountRow> => {
  const row = await findAccount(db, caller.scopes.account, uid, now)
  if (row === undefined) throw new Refusal('user_not_exist')
  return row
}

/** Reads an account to change it; accounts with more privileges than the caller are refused. */
export const readChangeable = async (db: Db, caller: Caller, uid: number, now: Date): Promise<AccountRow> => {
  const row = await readAccount(db, caller, uid, now)
  if (isAbove(caller, row)) throw new Refusal('account_above_own')
  return row
}

/** Refuses changes to the caller's own access: role, scope, disabling. */
export const assertOther = (caller: Caller, uid: number, field?: string): void => {
  if (uid === caller.uid) throw new Refusal('own_access_fixed', field === undefined ? {} : { field })
}

/**
 * Changes an account as the form has it. Its privileges are checked again only where they change, so that a caller who
 * could not grant the role may still rename the account. Refuses an edit of a row that was changed since (`stale_edit`)
 * and a new expiry in the past; an existing expiry that has passed stays.
 */
export const editAccount = (deps: ChangeDeps, caller: Caller, uid: number, edit: AccountEdit): Promise<Changed> =>
  change(deps, caller, uid, async (trx, before) => {
    if (before.updated_at.getTime() !== Date.parse(edit.updated_at)) throw new Refusal('stale_edit')
    const { updated_at: _, ...wanted } = edit
    const next = { ...wanted, valid_until: edit.valid_until === null ? null : new Date(edit.valid_until) }
    const moved = ACCESS_FIELDS.find((field) => next[field]?.valueOf() !== before[field]?.valueOf())
    if (moved !== undefined) {
      assertOther(caller, uid, moved)
      if (next.valid_until?.getTime() !== before.valid_until?.getTime())
        assertNotOver(next.valid_until, new Date(deps.clock.now()))
      await readGrant(trx, caller, next, next.agent_id === before.agent_id)
    }
    const contact = { phone: next.phone ?? null, email: next.email ?? null }
    if (next.phone === undefined) contact.phone = before.phone
    if (next.email === undefined) contact.email = before.email
    if ((contact.phone ?? '') === '' && (contact.email ?? '') === '')
      throw new Refusal('contact_required', { field: 'phone' })
    return { ...next, ...contact }
  })

/** Fields of an account that decide its access. */
const ACCESS_FIELDS = ['role_id', 'agent_id', 'resource_group_id', 'valid_until'] as const

/** Gives an account another role. */
export const giveRole = (deps: ChangeDeps, caller: Caller, uid: number, role_id: number): Promise<Changed> =>
  change(deps, caller, uid, async (trx, before) => {
    assertOther(caller, uid, 'role_id')
    await readGrant(trx, caller, { ...before, role_id }, true)
    return { role_id }
  })

/** Disables or enables an account; disabled, its sessions end with their next request, its sockets at once. */
export const setDisabled = (deps: ChangeDeps, caller: Caller, uid: number, disabled: boolean): Promise<Changed> =>
  change(deps, caller, uid, async () => {
    assertOther(caller, uid)
    return { disabled }
  })

/**
 * Gives an account a password it must change at the next log-in. `revoke_access`: its API tokens and linked persons end with the old one (decision
 * 0104); gives how many did.
 */
export const setPassword = async (
  deps: ChangeDeps,
  caller: Caller,
  uid: number,
  { password_hash, revoke_access }: { password_hash: string; revoke_access: boolean },
): Promise<Changed & { revoked: { api_tokens: number; identities: number } | null }> => {
  let revoked = null
  const changed = await change(deps, caller, uid, async (trx) => {
    assertOther(caller, uid)
    if (revoke_access)
      revoked = {
        api_tokens: await revokeTokensOf(trx, uid, new Date(deps.clock.now())),
        identities: await deleteIdentitiesOf(trx, uid),
      }
    return { password_hash, must_change_password: true }
  })
  return { ...changed, revoked }
}

/** Deletes a disabled account for good. */
export const removeAccount = (deps: ChangeDeps, caller: Caller, uid: number): Promise<AccountRow> =>
  changeAccounts(deps.db, async (trx) => {
    const row = await readChangeable(trx, caller, uid, new Date(deps.clock.now()))
    assertOther(caller, uid)
    if (!row.disabled) throw new Refusal('disable_first')
    await refuseReferenced(trx, caller, { of: 'account', id: uid }, new Date(deps.clock.now()))
    await deleteAccount(trx, uid)
    return row
  })

/**
 * Disables and deletes an account in one transaction, with the rights that the two steps need; refuses to remove the
 * last platform administrator. Returns the account as it was.
 */
export const disableAndRemoveAccount = (deps: ChangeDeps, caller: Caller, uid: number): Promise<AccountRow> =>
  changeAccounts(deps.db, async (trx) => {
    const row = await readChangeable(trx, caller, uid, new Date(deps.clock.now()))
    assertOther(caller, uid)
    if (!row.disabled && !caller.permissions.has('account:disable')) throw new Refusal('no_permission')
    const had_administrator = await hasAdministrator(trx)
    await refuseReferenced(trx, caller, { of: 'account', id: uid }, new Date(deps.clock.now()))
    await deleteAccount(trx, uid)
    if (had_administrator && !(await hasAdministrator(trx))) throw new Refusal('last_platform_admin')
    return row
  })

/** Applies one change to one account under a lock; refuses to demote the last platform administrator. */
const change = async (
  { db, clock, changes }: ChangeDeps,
  caller: Caller,
  uid: number,
  decide: (trx: Db, before: AccountRow) => Promise<Change>,
): Promise<Changed> => {
  const changed = await changeAccounts(db, async (trx) => {
    const now = new Date(clock.now())
    const before = await readChangeable(trx, caller, uid, now)
    const had_administrator = await hasAdministrator(trx)
    // Always later than before, so that an edit of the same millisecond is stale too.
    const updated_at = new Date(Math.max(now.getTime(), before.updated_at.getTime() + 1))
    await updateAccount(trx, uid, { ...(await decide(trx, before)), updated_at })
    if (had_administrator && !(await hasAdministrator(trx))) throw new Refusal('last_platform_admin')
    const after = await findAccount(trx, caller.scopes.account, uid, now)
    // The changed account must stay in the caller's scope, so that the change can be undone.
    if (after === undefined) throw new Refusal('grants_more_than_own', { field: 'agent_id' })
    return { before, after }
  })
  changes.sessionsChanged.publish({ uid })
  return changed
}
