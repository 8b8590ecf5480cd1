import { z } from 'zod'
import { DataScope, ScopeOverrides } from '../data-scope.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { PERMISSIONS } from '../permissions.ts'
import { RowId } from '../row-id.ts'
import { exampleUserInfo, SignedIn } from '../session/session.ts'
import { ByUid } from './accounts.ts'

/**
 * The checks between an account and a device, in their order. The first that fails decides:
 * `account`: neither disabled nor run out; `distributor`: neither its distributor nor one above is disabled; `right`: the
 * role has `device:view`; `subtree`: the device belongs to its distributor or one below; `data_scope`: the kind of rows
 * its role sees; `resource_group`: what its group names.
 */
export const ACCESS_CHECKS = ['account', 'distributor', 'right', 'subtree', 'data_scope', 'resource_group'] as const
export type AccessCheck = (typeof ACCESS_CHECKS)[number]

/** Why a check holds or fails, to be worded by the console with the `named` facts. */
const ACCESS_REASONS = {
  account: ['enabled', 'disabled', 'expired'],
  distributor: ['manufacturer', 'enabled', 'disabled'],
  right: ['has_right', 'lacks_right'],
  subtree: ['manufacturer', 'in_subtree', 'not_in_subtree'],
  data_scope: ['all', 'resource_group', 'subtree', 'own_agent', 'not_own_agent', 'own_records', 'not_own_records'],
  resource_group: [
    'whole_fleet',
    'by_rule',
    'by_device',
    'wrong_where',
    'wrong_what',
    'not_listed',
    'empty_group',
    'no_group',
  ],
} as const satisfies Record<AccessCheck, readonly string[]>
const REASONS = Object.values(ACCESS_REASONS).flat()
export type AccessReason = (typeof REASONS)[number]

const AccessStep = z.object({
  check: z.enum(ACCESS_CHECKS),
  ok: z.boolean(),
  reason: z.enum(REASONS as [AccessReason, ...AccessReason[]]),
  /** What the reason is about: a role, a distributor, a group by name; empty where nothing is named. */
  named: z.string(),
})

/** Why an account sees a device, or does not. */
export const AccessExplanation = z.object({
  mac: z.string(),
  device_name: z.string(),
  /** What the device's own page answers this account: all checks hold. */
  sees: z.boolean(),
  /** The first check that fails; null when all hold. */
  decided_by: z.enum(ACCESS_CHECKS).nullable(),
  steps: z.array(AccessStep),
})
export type AccessExplanation = z.infer<typeof AccessExplanation>

/** What an account may and reaches, with everything counted in. */
const EffectiveAccess = z.object({
  permissions: z.array(z.enum(PERMISSIONS)),
  role_id: RowId,
  role_name: z.string(),
  data_scope: DataScope,
  scope_overrides: ScopeOverrides,
  /** Null = the manufacturer. */
  agent_name: z.string().nullable(),
  resource_group_name: z.string(),
  whole_fleet: z.boolean(),
  /** Of those the caller sees too. */
  devices: z.number().int(),
  distributors: z.number().int(),
  accounts: z.number().int(),
})

/** What an account may and sees, and looking through its eyes. */
export const accountAccess = endpoints({
  accountEffectiveAccess: {
    method: 'GET',
    path: '/account/:id/effective-access',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    result: EffectiveAccess,
    fails: ['user_not_exist'],
    says: 'All rights of an account, and how many devices, distributors and accounts it sees of those the caller sees.',
    example: {
      permissions: ['device:view'],
      role_id: 5,
      role_name: 'City agent',
      data_scope: 'subtree',
      scope_overrides: {},
      agent_name: 'Hangzhou',
      resource_group_name: 'Whole fleet',
      whole_fleet: true,
      devices: 200,
      distributors: 4,
      accounts: 6,
    },
  },
  accountExplainAccess: {
    method: 'POST',
    path: '/account/:id/access-explainer',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    body: z.object({ mac: DeviceId }),
    result: AccessExplanation,
    fails: ['user_not_exist', 'device_not_found'],
    says: 'Why an account sees a device or does not: each check with its reason. Account and device must be in scope.',
    example: {
      mac: '863412060123455',
      device_name: 'Villa Linden 4',
      sees: false,
      decided_by: 'subtree',
      steps: [{ check: 'subtree', ok: false, reason: 'not_in_subtree', named: 'Hangzhou' }],
    },
  },
  viewAsStart: {
    method: 'POST',
    path: '/account/:id/view-as',
    kind: 'change',
    of: 'session',
    needs: 'account:view-as',
    about: 'account',
    closed_to_api_tokens: true,
    params: ByUid,
    result: SignedIn,
    fails: ['user_not_exist', 'account_above_own', 'own_access_fixed', 'account_disabled', 'read_only_view'],
    says: 'From now on this session sees what that account sees and changes nothing, until the view ends.',
    example: { ...exampleUserInfo, viewer_name: 'admin' },
  },
  viewAsEnd: {
    method: 'POST',
    path: '/account/view-as-end',
    kind: 'change',
    of: 'session',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    open_during: ['read_only_view'],
    result: SignedIn,
    fails: [],
    says: 'Ends looking through the eyes of another account; the session is its owner’s again.',
    example: exampleUserInfo,
  },
})
