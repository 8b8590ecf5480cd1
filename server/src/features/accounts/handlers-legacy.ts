import type { legacyUsers } from '@heatfleet/contract/accounts/legacy-users.ts'
import { NO_ACCOUNT_FILTER } from '@heatfleet/contract/accounts/row.ts'
import { isReachable } from '@heatfleet/contract/contact.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Handlers } from '../../handler.ts'
import { makePassword } from '../../platform/make-password.ts'
import { accountActions, type Deps } from './actions.ts'
import { readAccount } from './change.ts'

/** The user calls of older clients: other names, the same functions. */
export const legacyUserHandlers = (world: Deps) => {
  const actions = accountActions(world)
  const filterOf = (user_name: string | undefined) => ({
    ...NO_ACCOUNT_FILTER,
    ...(user_name === undefined ? {} : { user_name }),
  })

  return {
    getUserList: ({ query: { user_name, ...paging } }, call) => actions.list(call, filterOf(user_name), paging),
    userManageList: ({ query: { user_name, ...paging } }, call) => actions.list(call, filterOf(user_name), paging),
    getUsermanage: ({ query }, call) => actions.read(call, query.uid),
    getRoles: async (_, call) => (await actions.grantable(call)).roles,
    addUser: ({ body }, call) => actions.create(call, body),
    updateUser: ({ body: { uid, ...edit } }, call) => actions.edit(call, uid, edit),
    deleteUser: ({ query }, call) => actions.remove(call, query.uid),
    deletUsermanage: ({ query }, call) => actions.remove(call, query.uid),

    addUsermanage: async ({ query }, call) => {
      const draft = { ...NO_PERSON, ...query, password: makePassword() }
      if (!isReachable(draft)) throw contactRequired()
      const { uid, user_name } = await actions.create(call, draft)
      return { uid, user_name, password: draft.password }
    },

    updateUsermanage: async ({ query: { uid, ...given } }, call) => {
      const row = await readAccount(actions.deps.db, call.caller, uid, actions.now())
      const present = {
        nick_name: row.nick_name,
        gender: row.gender,
        company: row.company,
        language: row.language,
        time_zone: row.time_zone,
        remark: row.remark,
        role_id: row.role_id,
        resource_group_id: row.resource_group_id,
        agent_id: row.agent_id,
        valid_until: row.valid_until?.toISOString() ?? null,
        // An older client does not know of it: then what is there now is what it changes.
        updated_at: row.updated_at.toISOString(),
      }
      return actions.edit(call, uid, { ...present, ...given })
    },
  } satisfies Pick<Handlers, keyof typeof legacyUsers>
}

/** What a new account is where nothing is said. */
const NO_PERSON = {
  nick_name: '',
  gender: 'unknown',
  company: '',
  language: '',
  time_zone: '',
  remark: '',
  phone: null,
  email: null,
  agent_id: null,
  valid_until: null,
} as const

const contactRequired = () => new Refusal('contact_required', { field: 'phone' })
