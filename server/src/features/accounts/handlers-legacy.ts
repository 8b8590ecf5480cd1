import type { legacyUsers } from '@heatfleet/contract/accounts/legacy-users.ts'
import { NO_ACCOUNT_FILTER } from '@heatfleet/contract/accounts/row.ts'
import { isReachable } from '@heatfleet/contract/contact.ts'
import type { InputOf } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Handlers } from '../../handler.ts'
import { generatePassword } from '../../platform/generate-password.ts'
import { accountActions, type By, type Deps } from './actions.ts'

/** The user calls of legacy clients: other names, the same functions. */
export const legacyUserHandlers = (context: Deps) => {
  const actions = accountActions(context)
  const filterOf = (user_name: string | undefined) => ({
    ...NO_ACCOUNT_FILTER,
    ...(user_name === undefined ? {} : { user_name }),
  })

  const addUser = async (by: By, given: InputOf<typeof legacyUsers.addUsermanage>['query']) => {
    const draft = { ...DRAFT_DEFAULTS, ...given, password: generatePassword() }
    if (!isReachable(draft)) throw contactRequired()
    const { uid, user_name } = await actions.create(by, draft)
    return { uid, user_name, password: draft.password }
  }

  return {
    getUserList: ({ query: { user_name, ...paging } }, call) => actions.list(call, filterOf(user_name), paging),
    userManageList: ({ query: { user_name, ...paging } }, call) => actions.list(call, filterOf(user_name), paging),
    getUsermanage: ({ query }, call) => actions.read(call, query.uid),
    getRoles: async (_, call) => (await actions.grantable(call)).roles,
    addUser: ({ body }, call) => actions.create(call, body),
    updateUser: ({ body: { uid, ...change } }, call) => actions.edit(call, uid, change),
    deleteUser: ({ query }, call) => actions.disableAndRemove(call, query.uid),
    deletUsermanage: ({ query }, call) => actions.disableAndRemove(call, query.uid),
    addUsermanage: ({ query }, call) => addUser(call, query),
    addUsermanageByPost: ({ body }, call) => addUser(call, body),
    updateUsermanage: ({ query: { uid, ...change } }, call) => actions.edit(call, uid, change),
    updateUsermanageByPost: ({ body: { uid, ...change } }, call) => actions.edit(call, uid, change),
  } satisfies Pick<Handlers, keyof typeof legacyUsers>
}

/** Defaults of a new account. */
const DRAFT_DEFAULTS = {
  nick_name: '',
  gender: 'unknown',
  company: '',
  language: '',
  time_zone: '',
  remark: '',
  phone: null,
  email: null,
  valid_until: null,
} as const

const contactRequired = () => new Refusal('contact_required', { field: 'phone' })
