import { z } from 'zod'
import { EmailOrNone, PhoneOrNone } from '../contact.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { CHANGE_FAILS, GRANT_FAILS } from './accounts.ts'
import { AccountChange, AccountLanguage, Gender, NewAccount, TimeZone, UserName } from './draft.ts'
import { GrantableRole } from './grants.ts'
import { Account, exampleAccount } from './row.ts'

const uid = RowIdText
const none = (text: string) => (text === '' ? null : text)

/** A person as a query string carries it, and a POST of the same call: an empty text is "none". */
const QueryPerson = z.object({
  nick_name: z.string().trim().max(LIMITS.nick_name_max).optional(),
  gender: Gender.optional(),
  company: z.string().trim().max(LIMITS.company_max).optional(),
  language: AccountLanguage.optional(),
  time_zone: TimeZone.optional(),
  remark: z.string().trim().max(LIMITS.remark_max).optional(),
  phone: PhoneOrNone.optional(),
  email: EmailOrNone.optional(),
  valid_until: z
    .string()
    .transform(none)
    .pipe(z.iso.datetime({ offset: true }).nullable())
    .optional(),
})
/** 0 = the manufacturer. */
const agent_id = z
  .union([z.string().regex(/^\d{1,9}$/), z.number().int().min(0).max(999_999_999)])
  .transform((id) => (Number(id) === 0 ? null : Number(id)))
const NewUser = QueryPerson.extend({
  user_name: UserName,
  role_id: uid,
  resource_group_id: uid,
  agent_id: agent_id.optional(),
})
const EditedUser = QueryPerson.extend({
  uid,
  role_id: uid.optional(),
  resource_group_id: uid.optional(),
  agent_id: agent_id.optional(),
  updated_at: z.iso.datetime().optional(),
})

const UserPage = Paging.extend({ user_name: z.string().trim().max(LIMITS.user_name_max).optional() })
const AddedUser = z.object({ uid: RowId, user_name: z.string(), password: z.string() })
const PASSWORD_FAILS = ['password_length', 'password_common', 'password_like_name'] as const
const EDIT_FAILS = [...CHANGE_FAILS, ...GRANT_FAILS, 'stale_edit', 'last_platform_admin'] as const

const ADD_USERMANAGE = {
  path: '/user/addUsermanage',
  kind: 'change',
  of: 'account',
  fails: ['user_already_exists', ...GRANT_FAILS],
  says: 'Older form of making an account; the initial password is made here and told this once, never sent in an address.',
  example: { uid: 7, user_name: 'hangzhou', password: 'abcd-efgh-jkmn' },
} as const

const UPDATE_USERMANAGE = {
  path: '/user/updateUsermanage',
  kind: 'change',
  of: 'account',
  fails: EDIT_FAILS,
  says: 'Older form of changing an account; what is left out stays as it is.',
  example: exampleAccount,
} as const

/**
 * The user calls of older clients (spec 7; shapes: decision 0012). They run the same functions as `/account/*`, under
 * the same rights, scope and audit; those that change by GET act, as every call, only with the token header, which no
 * link and no foreign page can send.
 */
export const legacyUsers = endpoints({
  getUserList: {
    method: 'GET',
    path: '/user/getUserList',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: { list: 'account' },
    query: UserPage,
    result: pageOf(Account),
    fails: [],
    says: 'Older form of account-list.',
    example: { list: [exampleAccount], total: 1, pageNo: 1, size: 999 },
  },
  addUser: {
    method: 'POST',
    path: '/user/addUser',
    kind: 'change',
    of: 'account',
    needs: 'account:create',
    about: 'distributor',
    sends: { body: { email: 'anna.nowak@example.com' } },
    body: NewAccount,
    result: Account,
    fails: ['user_already_exists', ...GRANT_FAILS, ...PASSWORD_FAILS],
    says: 'Older form of making an account.',
    example: exampleAccount,
  },
  updateUser: {
    method: 'POST',
    path: '/user/updateUser',
    kind: 'change',
    of: 'account',
    needs: 'account:edit',
    about: 'account',
    body: AccountChange.extend({ uid: RowId }),
    result: Account,
    fails: EDIT_FAILS,
    says: 'Older form of changing an account.',
    example: exampleAccount,
  },
  deleteUser: {
    method: 'GET',
    path: '/user/deleteUser',
    kind: 'change',
    of: 'account',
    needs: 'account:delete',
    about: 'account',
    query: z.object({ uid }),
    result: z.null(),
    fails: [...CHANGE_FAILS, 'last_platform_admin', 'is_referenced'],
    says: 'Older form of deleting an account; an active one is disabled in the same step, which needs `account:disable` too.',
    example: null,
  },
  getUsermanage: {
    method: 'GET',
    path: '/user/getUsermanage',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    query: z.object({ uid }),
    result: Account,
    fails: ['user_not_exist'],
    says: 'Older form of reading an account.',
    example: exampleAccount,
  },
  addUsermanage: {
    method: 'GET',
    query: NewUser,
    needs: 'account:create',
    about: 'distributor',
    result: AddedUser,
    ...ADD_USERMANAGE,
  },
  addUsermanageByPost: {
    method: 'POST',
    body: NewUser,
    needs: 'account:create',
    about: 'distributor',
    result: AddedUser,
    ...ADD_USERMANAGE,
  },
  updateUsermanage: {
    method: 'GET',
    query: EditedUser,
    needs: 'account:edit',
    about: 'account',
    result: Account,
    ...UPDATE_USERMANAGE,
  },
  updateUsermanageByPost: {
    method: 'POST',
    body: EditedUser,
    needs: 'account:edit',
    about: 'account',
    result: Account,
    ...UPDATE_USERMANAGE,
  },
  deletUsermanage: {
    method: 'GET',
    path: '/user/deletUsermanage',
    kind: 'change',
    of: 'account',
    needs: 'account:delete',
    about: 'account',
    query: z.object({ uid }),
    result: z.null(),
    fails: [...CHANGE_FAILS, 'last_platform_admin'],
    says: 'The same as `/user/deleteUser`, spelled as the clients spell it.',
    example: null,
  },
  userManageList: {
    method: 'GET',
    path: '/userManage/user-list',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: { list: 'account' },
    query: UserPage,
    result: pageOf(Account),
    fails: [],
    says: 'Older form of account-list.',
    example: { list: [exampleAccount], total: 1, pageNo: 1, size: 999 },
  },
  getRoles: {
    method: 'GET',
    path: '/userManage/getRoles',
    kind: 'read',
    of: 'role',
    needs: 'account:view',
    about: 'unscoped',
    result: z.array(GrantableRole),
    fails: [],
    says: 'Roles the caller may give to an account.',
    example: [],
  },
})
