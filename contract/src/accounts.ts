import { z } from 'zod'
import { AccountDraft, AccountEdit } from './account-draft.ts'
import { Account, AccountFilter, exampleAccount, NO_ACCOUNT_FILTER } from './account-row.ts'
import { endpoints } from './endpoint.ts'
import { ERROR_CODES, type ErrorCode } from './errors.ts'
import { LIMITS } from './limits.ts'
import { Paging, pageOf } from './paging.ts'

/** An account by its number in the path. */
export const ByUid = z.object({ id: z.coerce.number().int().positive() })

const Uids = z.array(z.number().int().positive()).min(1).max(LIMITS.batch_accounts_max)
/** What became of each account of a batch: `ok`, or the code of the refusal. */
const BatchResult = z.array(
  z.object({
    uid: z.number().int(),
    /** Empty for one outside the scope. */
    user_name: z.string(),
    result: z.enum(['ok', ...(ERROR_CODES as [ErrorCode, ...ErrorCode[]])]),
  }),
)

/** Refusals of whatever gives an account its reach. */
export const GRANT_FAILS = [
  'role_not_found',
  'resource_group_not_found',
  'distributor_not_found',
  'grants_more_than_own',
  'role_level_wrong',
  'resource_group_needed',
  'account_quota_reached',
  'contact_required',
  'phone_invalid',
] as const
/** Refusals of whatever changes an account that exists. */
export const CHANGE_FAILS = ['user_not_exist', 'account_above_own', 'own_access_fixed'] as const

/** Account management (spec 7; product 3.29, 3.30). Whoever is outside the caller's scope does not exist. */
export const accounts = endpoints({
  accountList: {
    method: 'POST',
    path: '/account/account-list',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    query: Paging,
    body: AccountFilter.default(NO_ACCOUNT_FILTER),
    result: pageOf(Account),
    fails: [],
    says: 'Accounts in scope, filtered, sorted and paged on the server.',
    example: { list: [exampleAccount], total: 1, pageNo: 1, size: 999 },
  },
  accountCreate: {
    method: 'POST',
    path: '/account/account-info',
    kind: 'change',
    of: 'account',
    needs: 'account:create',
    body: AccountDraft,
    result: Account,
    fails: ['user_already_exists', ...GRANT_FAILS, 'password_length', 'password_common', 'password_like_name'],
    says: 'Makes an account with no more than the caller has; its initial password is changed at the first log-in.',
    example: exampleAccount,
  },
  accountInfo: {
    method: 'GET',
    path: '/account/:id/account-info',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    params: ByUid,
    result: Account,
    fails: ['user_not_exist'],
    says: 'One account.',
    example: exampleAccount,
  },
  accountEdit: {
    method: 'PUT',
    path: '/account/:id/account-info',
    kind: 'change',
    of: 'account',
    needs: 'account:edit',
    params: ByUid,
    body: AccountEdit,
    result: Account,
    fails: [...CHANGE_FAILS, ...GRANT_FAILS, 'stale_edit', 'last_platform_admin'],
    says: 'Changes an account; role, distributor and resource group count from its next request on.',
    example: exampleAccount,
  },
  accountResetPassword: {
    method: 'POST',
    path: '/account/:id/reset-password',
    kind: 'change',
    of: 'account',
    needs: 'account:reset-password',
    params: ByUid,
    result: z.object({ user_name: z.string(), password: z.string() }),
    fails: [...CHANGE_FAILS],
    says: 'Gives a new initial password, told this once, and ends all sessions of the account.',
    example: { user_name: 'hangzhou', password: 'abcd-efgh-jkmn' },
  },
  accountUnlock: {
    method: 'POST',
    path: '/account/:id/unlock',
    kind: 'change',
    of: 'account',
    needs: 'account:reset-password',
    params: ByUid,
    result: Account,
    fails: ['user_not_exist', 'account_above_own'],
    says: 'Forgets the wrong passwords that were tried, so that the account can log in at once.',
    example: exampleAccount,
  },
  accountDisable: {
    method: 'POST',
    path: '/account/:id/disable',
    kind: 'change',
    of: 'account',
    needs: 'account:disable',
    params: ByUid,
    result: Account,
    fails: [...CHANGE_FAILS, 'last_platform_admin'],
    says: 'Closes an account; all its sessions end at once, and pushes stop within a second.',
    example: { ...exampleAccount, state: 'disabled' },
  },
  accountEnable: {
    method: 'POST',
    path: '/account/:id/enable',
    kind: 'change',
    of: 'account',
    needs: 'account:disable',
    params: ByUid,
    result: Account,
    fails: [...CHANGE_FAILS],
    says: 'Opens a disabled account again.',
    example: exampleAccount,
  },
  accountSignOut: {
    method: 'POST',
    path: '/account/:id/sign-out',
    kind: 'change',
    of: 'account',
    needs: 'account:disable',
    params: ByUid,
    result: z.object({ sessions: z.number().int() }),
    fails: ['user_not_exist', 'account_above_own'],
    says: 'Ends every session of an account, except the one that asks; tells how many.',
    example: { sessions: 2 },
  },
  accountDelete: {
    method: 'DELETE',
    path: '/account/:id/account-info',
    kind: 'change',
    of: 'account',
    needs: 'account:delete',
    params: ByUid,
    result: z.null(),
    fails: [...CHANGE_FAILS, 'disable_first'],
    says: 'Deletes a disabled account for good; what it did stays in the logs under its number and name.',
    example: null,
  },
  accountBatchRole: {
    method: 'POST',
    path: '/account/batch-role',
    kind: 'change',
    of: 'account',
    needs: 'account:edit',
    body: z.object({ uids: Uids, role_id: z.number().int().positive() }),
    result: BatchResult,
    fails: ['role_not_found'],
    says: 'Gives several accounts another role; each is judged by itself.',
    example: [{ uid: 7, user_name: 'hangzhou', result: 'ok' }],
  },
  accountBatchDisable: {
    method: 'POST',
    path: '/account/batch-disable',
    kind: 'change',
    of: 'account',
    needs: 'account:disable',
    body: z.object({ uids: Uids }),
    result: BatchResult,
    fails: [],
    says: 'Closes several accounts; each is judged by itself.',
    example: [{ uid: 7, user_name: 'hangzhou', result: 'own_access_fixed' }],
  },
})
