import { Refusal } from '@heatfleet/contract/errors.ts'
import { effectivePermissionsOf } from '../../effective-permissions.ts'
import type { Handlers } from '../../handler.ts'
import {
  endSessions,
  listCallers,
  listLogIns,
  listSessionsOf,
  readSignedIn,
  toImpersonatedCaller,
  updateImpersonation,
} from '../session/public.ts'
import { deleteIdentity, listIdentities } from '../single-sign-on/public.ts'
import type { Deps } from './actions.ts'
import { assertOther, readAccount, readChangeable } from './change.ts'
import { explainAccess } from './explain.ts'
import { countWithin } from './store-access.ts'

type Names =
  | 'accountEffectiveAccess'
  | 'accountExplainAccess'
  | 'accountSessions'
  | 'accountEndSession'
  | 'accountLogIns'
  | 'accountIdentities'
  | 'forgetIdentity'
  | 'viewAsStart'
  | 'viewAsEnd'

/** Effective access of an account, its sessions, and its impersonation. */
export const accountAccessHandlers = (context: Deps) => {
  const { database, clock, changes } = context
  const { db } = database
  const now = () => new Date(clock.now())

  return {
    accountEffectiveAccess: async ({ params }, { caller }) => {
      const row = await readAccount(db, caller, params.id, now())
      const { permissions, scope, scopes } = effectivePermissionsOf(row)
      return {
        permissions: [...permissions],
        role_id: row.role_id,
        role_name: row.role_name,
        data_scope: row.data_scope,
        scope_overrides: row.scope_overrides,
        agent_name: row.agent_name,
        resource_group_name: row.resource_group_name,
        whole_fleet: row.group_everything,
        ...(await countWithin(db, {
          device: [scope, caller.scope],
          agent: [scopes.agent, caller.scopes.agent],
          account: [scopes.account, caller.scopes.account],
        })),
      }
    },

    accountExplainAccess: async ({ params, body }, { caller }) =>
      explainAccess(db, caller.scope, await readAccount(db, caller, params.id, now()), body.mac),

    accountSessions: async ({ params }, { caller }) => {
      await readAccount(db, caller, params.id, now())
      return listSessionsOf(context, params.id, caller.session_hash)
    },

    accountEndSession: async ({ params: { id }, body: { session_id } }, { caller, note }) => {
      note({ object: `account ${id}` })
      await readChangeable(db, caller, id, now())
      if ((await endSessions(context, id, { session_id })) === 0)
        throw new Refusal('not_found', { field: 'session_id' })
      return null
    },

    accountLogIns: async ({ params, query }, { caller }) => {
      await readAccount(db, caller, params.id, now())
      return listLogIns(db, params.id, query)
    },

    accountIdentities: async ({ params }, { caller }) => {
      await readAccount(db, caller, params.id, now())
      return listIdentities(db, params.id)
    },

    forgetIdentity: async ({ params: { id }, body: { identity_id } }, { caller, note }) => {
      note({ object: `account ${id}` })
      await readChangeable(db, caller, id, now())
      const forgotten = await deleteIdentity(db, id, identity_id)
      if (forgotten === undefined) throw new Refusal('not_found', { field: 'identity_id' })
      note({ detail: forgotten })
      await endSessions(context, id, { by_provider: true })
      return null
    },

    viewAsStart: async ({ params: { id } }, { caller, note }) => {
      note({ object: `account ${id}` })
      const row = await readChangeable(db, caller, id, now())
      assertOther(caller, id)
      note({ detail: { user_name: row.user_name } })
      const impersonated = await toImpersonatedCaller(context, caller, id)
      if (impersonated === null) throw new Refusal('account_disabled')
      await updateImpersonation(db, caller.session_hash, id)
      changes.sessionsChanged.publish({ uid: caller.uid })
      return readSignedIn(context, impersonated)
    },

    viewAsEnd: async (_, { caller, note }) => {
      note({ object: caller.viewer === null ? 'account' : `account ${caller.uid}` })
      await updateImpersonation(db, caller.session_hash, null)
      changes.sessionsChanged.publish({ uid: caller.uid })
      const own = (await listCallers(context, [caller.session_hash])).get(caller.session_hash.toString('hex'))
      if (own === undefined) throw new Refusal('invalid_token')
      return readSignedIn(context, own)
    },
  } satisfies Pick<Handlers, Names>
}
