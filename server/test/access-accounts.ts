import type { accountAccess } from '@heatfleet/contract/account-access.ts'
import type { accountGrants } from '@heatfleet/contract/account-grants.ts'
import type { accountSessions } from '@heatfleet/contract/account-sessions.ts'
import type { accounts } from '@heatfleet/contract/accounts.ts'
import type { legacyUsers } from '@heatfleet/contract/legacy-users.ts'
import type { AccessRow } from './access-table.ts'

type AccountCall = keyof (typeof accounts &
  typeof accountGrants &
  typeof accountAccess &
  typeof accountSessions &
  typeof legacyUsers)

/** An account that does not exist: who may call is told so. Who may call about which account is proven beside the feature. */
const nobody = { params: { id: 999_999 } }
const NEW_ACCOUNT = {
  body: {
    user_name: 'new',
    phone: '13800000000',
    role_id: nobody.params.id,
    resource_group_id: nobody.params.id,
    agent_id: null,
    password: 'Marble-Otter-51',
  },
}
/** The rows of account management in the access table. */
export const ACCOUNT_ACCESS: { [Name in AccountCall]: AccessRow<Name> } = {
  accountList: { about: 'own', request: () => ({}) },
  accountCreate: { about: 'own', request: () => NEW_ACCOUNT, refusal: 'role_not_found' },
  accountInfo: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountEdit: {
    about: 'own',
    request: () => {
      const { user_name: _, password: __, ...edit } = NEW_ACCOUNT.body
      return { ...nobody, body: { ...edit, updated_at: '2026-01-01T00:00:00Z' } }
    },
    refusal: 'user_not_exist',
  },
  accountResetPassword: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountUnlock: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountDisable: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountEnable: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountSignOut: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountDelete: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountBatchRole: {
    about: 'own',
    request: () => ({ body: { uids: [nobody.params.id], role_id: nobody.params.id } }),
    refusal: 'role_not_found',
  },
  accountBatchDisable: { about: 'own', request: () => ({ body: { uids: [nobody.params.id] } }) },
  accountGrantable: { about: 'own', request: () => ({}) },
  accountEffectiveAccess: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountExplainAccess: {
    about: 'own',
    request: () => ({ ...nobody, body: { mac: 'a4c138000001' } }),
    refusal: 'user_not_exist',
  },
  accountSessions: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  accountEndSession: {
    about: 'own',
    request: () => ({ ...nobody, body: { session_id: '999999' } }),
    refusal: 'user_not_exist',
  },
  accountLogIns: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  viewAsStart: { about: 'own', request: () => nobody, refusal: 'user_not_exist' },
  viewAsEnd: { about: 'own', request: () => ({}) },
  getUserList: { about: 'own', request: () => ({}) },
  userManageList: { about: 'own', request: () => ({}) },
  getRoles: { about: 'own', request: () => ({}) },
  getUsermanage: { about: 'own', request: () => ({ query: { uid: nobody.params.id } }), refusal: 'user_not_exist' },
  addUser: { about: 'own', request: () => NEW_ACCOUNT, refusal: 'role_not_found' },
  updateUser: {
    about: 'own',
    request: () => {
      const { user_name: _, password: __, ...edit } = NEW_ACCOUNT.body
      return { body: { ...edit, uid: nobody.params.id, updated_at: '2026-01-01T00:00:00Z' } }
    },
    refusal: 'user_not_exist',
  },
  deleteUser: { about: 'own', request: () => ({ query: { uid: nobody.params.id } }), refusal: 'user_not_exist' },
  deletUsermanage: { about: 'own', request: () => ({ query: { uid: nobody.params.id } }), refusal: 'user_not_exist' },
  addUsermanage: {
    about: 'own',
    request: () => ({
      query: { user_name: 'new', phone: '13800000000', role_id: nobody.params.id, resource_group_id: nobody.params.id },
    }),
    refusal: 'role_not_found',
  },
  updateUsermanage: { about: 'own', request: () => ({ query: { uid: nobody.params.id } }), refusal: 'user_not_exist' },
}
