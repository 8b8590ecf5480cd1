import { Refusal } from '@heatfleet/contract/errors.ts'
import { organisationScope } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { generatePassword } from '../../platform/generate-password.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { endSessions, unlockAccount } from '../session/public.ts'
import { accountActions, type By, type Deps } from './actions.ts'
import { giveRole, readChangeable, setDisabled, setPassword } from './change.ts'
import { findRole } from './store-grants.ts'

type Names =
  | 'accountList'
  | 'accountCreate'
  | 'accountInfo'
  | 'accountEdit'
  | 'accountResetPassword'
  | 'accountUnlock'
  | 'accountDisable'
  | 'accountEnable'
  | 'accountSignOut'
  | 'accountDelete'
  | 'accountRole'
  | 'accountGrantable'

/** Account management: lists, forms and actions. */
export const accountHandlers = (context: Deps) => {
  const actions = accountActions(context)
  const { deps, now, noted, show } = actions
  const { db } = deps

  const setState = async (by: By, uid: number, disabled: boolean) => {
    by.note({ object: `account ${uid}` })
    const changed = await setDisabled(deps, by.caller, uid, disabled)
    if (disabled) await endSessions(context, uid)
    return noted(by, changed)
  }

  return {
    accountList: ({ query, body }, call) => actions.list(call, body, query),
    accountCreate: ({ body }, call) => actions.create(call, body),
    accountInfo: ({ params }, call) => actions.read(call, params.id),
    accountEdit: ({ params, body }, call) => actions.edit(call, params.id, body),
    accountDelete: ({ params }, call) => actions.remove(call, params.id),
    accountGrantable: (_, call) => actions.grantable(call),
    accountDisable: ({ params }, call) => setState(call, params.id, true),
    accountEnable: ({ params }, call) => setState(call, params.id, false),

    accountResetPassword: async ({ params: { id }, body: { revoke_access } }, { caller, note }) => {
      note({ object: `account ${id}` })
      const password = generatePassword()
      const password_hash = await hashPassword(password)
      const { after, revoked } = await setPassword(deps, caller, id, { password_hash, revoke_access })
      await endSessions(context, id)
      note({ detail: { user_name: after.user_name, ...revoked } })
      return { user_name: after.user_name, password }
    },

    accountUnlock: async ({ params: { id } }, { caller, note }) => {
      note({ object: `account ${id}` })
      const row = await readChangeable(db, caller, id, now())
      await unlockAccount(db, row.user_name)
      note({ detail: { user_name: row.user_name } })
      return show(caller, await readChangeable(db, caller, id, now()))
    },

    accountSignOut: async ({ params: { id } }, { caller, note }) => {
      note({ object: `account ${id}` })
      const row = await readChangeable(db, caller, id, now())
      const sessions = await endSessions(context, id, { keep: caller.session_hash })
      note({ detail: { user_name: row.user_name, sessions } })
      return { sessions }
    },

    accountRole: async ({ params: { id }, body: { role_id } }, call) => {
      call.note({ object: `account ${id}` })
      if ((await findRole(db, organisationScope(call.caller), role_id)) === undefined)
        throw new Refusal('role_not_found', { field: 'role_id' })
      return noted(call, await giveRole(deps, call.caller, id, role_id))
    },
  } satisfies Pick<Handlers, Names>
}
