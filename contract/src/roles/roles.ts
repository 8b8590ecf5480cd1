import { z } from 'zod'
import { DATA_SCOPES, DataScope, ScopeOverrides } from '../data-scope.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { PERMISSIONS } from '../permissions.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { UserInfo } from '../session/session.ts'
import { ROLE_LEVELS, type RoleLevel } from './built-in.ts'
import { PermissionInfo } from './right-tree.ts'

/** Data scopes that say something at a level: a distributor's reach is its subtree at most, the manufacturer has none. */
export const LEVEL_SCOPES = {
  manufacturer: ['all', 'resource_group', 'own_agent', 'own_records'],
  distributor: ['subtree', 'resource_group', 'own_agent', 'own_records'],
} as const satisfies Record<RoleLevel, readonly DataScope[]>

const isOfLevel = (level: RoleLevel, scope: DataScope): boolean =>
  LEVEL_SCOPES[level].some((possible) => possible === scope)

const Permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length)
const entered = {
  role_name: z.string().trim().min(1).max(LIMITS.role_name_max),
  description: z.string().trim().max(LIMITS.role_description_max).default(''),
  level: z.enum(ROLE_LEVELS),
  permissions: Permissions,
  data_scope: DataScope,
  scope_overrides: ScopeOverrides.default({}),
  requires_totp: z.boolean().default(false),
}
/**
 * A role as it is entered (spec 5: the name is required). The rights these need are added by the server. The broken rule
 * of a data scope that the level does not know is `scope_of_level`.
 */
export const RoleDraft = z.object(entered).superRefine(({ level, data_scope, scope_overrides }, context) => {
  const params = { rule: 'scope_of_level' }
  if (!isOfLevel(level, data_scope)) context.addIssue({ code: 'custom', path: ['data_scope'], params })
  for (const [resource, scope] of Object.entries(scope_overrides))
    if (!isOfLevel(level, scope)) context.addIssue({ code: 'custom', path: ['scope_overrides', resource], params })
})
export type RoleDraft = z.output<typeof RoleDraft>

/** A new role on the wire: the name is enough, the rest is that of the caller (decision 0120). */
export const NewRole = z.object({
  ...entered,
  permissions: Permissions.default([]),
  level: entered.level.optional(),
  data_scope: DataScope.optional(),
})
export type NewRole = z.output<typeof NewRole>

/** An edited role on the wire: what is left out stays. `updated_at` as it was read: an edit over another one is refused as stale. */
export const RoleChange = z.object({
  role_name: entered.role_name,
  description: entered.description.unwrap().optional(),
  level: entered.level.optional(),
  permissions: Permissions.optional(),
  data_scope: DataScope.optional(),
  scope_overrides: ScopeOverrides.optional(),
  requires_totp: z.boolean().optional(),
  updated_at: z.iso.datetime().optional(),
})
export type RoleChange = z.output<typeof RoleChange>

/** Why a visible role cannot be changed. */
const ROLE_LOCKS = ['built_in', 'not_own', 'beyond_own', 'no_right'] as const
export type RoleLock = (typeof ROLE_LOCKS)[number]

/** A role as lists and its own page show it. Times are ISO 8601 UTC. */
export const Role = z.object({
  role_id: RowId,
  role_name: z.string(),
  description: z.string(),
  level: z.enum(ROLE_LEVELS),
  built_in: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  data_scope: DataScope,
  scope_overrides: ScopeOverrides,
  requires_totp: z.boolean(),
  /** The distributor that made it; null = the manufacturer, or built in. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  /** Empty for built-in roles. */
  creator: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Accounts that have it, of those the caller sees. */
  account_count: z.number().int(),
  /** Null = the caller may change it. */
  lock: z.enum(ROLE_LOCKS).nullable(),
  /** True when the caller may give it to an account. */
  grantable: z.boolean(),
})
export type Role = z.output<typeof Role>

export const ROLE_SORTS = [
  'role_name',
  'level',
  'permission_count',
  'account_count',
  'created_at',
  'updated_at',
] as const

/** What the list of roles is narrowed by. */
export const RoleFilter = z.object({
  role_name: z.string().trim().max(LIMITS.role_name_max).optional(),
  creator: z.string().trim().max(LIMITS.user_name_max).optional(),
  type: z.enum(['built_in', 'custom']).optional(),
  level: z.enum(ROLE_LEVELS).optional(),
  /** Roles that hold this right. */
  permission: z.enum(PERMISSIONS).optional(),
  /** Only those the caller may give to an account: for pickers. */
  grantable: z.boolean().optional(),
  sort_by: z.enum(ROLE_SORTS).default('role_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type RoleFilter = z.output<typeof RoleFilter>

/** Whom a change of a role meets: accounts within the caller's scope by name, the others as a number. */
export const RoleAccounts = z.object({
  list: z.array(
    z.object({
      uid: RowId,
      user_name: z.string(),
      nick_name: z.string(),
      agent_name: z.string().nullable(),
      disabled: z.boolean(),
      /** Has a session right now, whose menu follows the change. */
      signed_in: z.boolean(),
    }),
  ),
  /** All within the caller's scope; the list ends at the limit. */
  total: z.number().int(),
  /** Accounts outside the caller's scope. */
  others: z.number().int(),
})
export type RoleAccounts = z.output<typeof RoleAccounts>

/** Columns of the matrix of roles as a file: what a role is, then one for each right. */
export const ROLE_EXPORT_COLUMNS = [
  'role_name',
  'level',
  'type',
  'data_scope',
  'scope_overrides',
  'accounts',
  'requires_totp',
  'creator',
  'updated_at',
  ...PERMISSIONS,
] as const

const ById = z.object({ id: RowIdText })

const example: Role = {
  role_id: 12,
  role_name: 'Service desk',
  description: 'Answers the telephone: sees units, sets temperatures.',
  level: 'manufacturer',
  built_in: false,
  permissions: ['device:view', 'device:control'],
  data_scope: 'all',
  scope_overrides: { audit: 'own_records' },
  requires_totp: false,
  agent_id: null,
  agent_name: null,
  creator: 'admin',
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T08:00:00.000Z',
  account_count: 4,
  lock: null,
  grantable: true,
}

export const roles = endpoints({
  ownAccess: {
    method: 'GET',
    path: '/account/own-access',
    kind: 'read',
    of: 'menu',
    needs: 'signed-in',
    about: 'unscoped',
    result: UserInfo.pick({ nick_name: true, role_name: true, permissions: true, agent_id: true, agent_name: true }),
    fails: [],
    says: 'What the signed-in account may right now; asked again when the socket says that it changed.',
    example: {
      nick_name: 'Li Wei',
      role_name: 'Service desk',
      permissions: ['device:view', 'device:control'],
      agent_id: null,
      agent_name: null,
    },
  },
  roleList: {
    method: 'POST',
    path: '/role/role-list',
    kind: 'read',
    of: 'role',
    needs: 'role:view',
    about: { list: 'role' },
    query: Paging,
    body: RoleFilter.default({ sort_by: 'role_name', sort_order: 'asc' }),
    result: pageOf(Role),
    fails: [],
    says: 'Roles the caller sees: built-in ones, and those made by the own house or below; with `grantable` for pickers.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  permissionInfo: {
    method: 'GET',
    path: '/role/permission-info',
    kind: 'read',
    of: 'role',
    needs: 'role:view',
    about: 'unscoped',
    result: PermissionInfo,
    fails: [],
    says: 'The tree of all rights, with those each needs, its risk, and whether the caller may grant it.',
    example: {
      tree: [
        {
          group: 'device',
          resources: [
            {
              resource: 'device',
              rights: [{ permission: 'device:view', requires: [], risk: 'normal', grantable: true }],
            },
          ],
        },
      ],
      levels: ['manufacturer', 'distributor'],
      data_scopes: [...DATA_SCOPES],
    },
  },
  roleInfo: {
    method: 'GET',
    path: '/role/:id/role-info',
    kind: 'read',
    of: 'role',
    needs: 'role:view',
    about: 'role',
    params: ById,
    result: Role,
    fails: ['role_not_found'],
    says: 'One role with its rights.',
    example,
  },
  roleAccounts: {
    method: 'GET',
    path: '/role/:id/role-accounts',
    kind: 'read',
    of: 'role',
    needs: 'role:view',
    about: 'role',
    params: ById,
    result: RoleAccounts,
    fails: ['role_not_found'],
    says: 'Whom a change of the role meets; asked before saving and before deleting.',
    example: {
      list: [{ uid: 5, user_name: 'li.wei', nick_name: 'Li Wei', agent_name: null, disabled: false, signed_in: true }],
      total: 1,
      others: 0,
    },
  },
  createRole: {
    method: 'POST',
    path: '/role/role-info',
    kind: 'change',
    of: 'role',
    needs: 'role:edit',
    about: 'role',
    /** `from`: the role it is a copy of, for the audit trail. */
    query: z.object({ from: RowIdText.optional() }),
    body: NewRole,
    result: Role,
    fails: ['role_name_taken', 'grants_more_than_own', 'role_not_found'],
    says: 'Makes a role; of a distributor it belongs to that distributor. Nobody puts more into it than he has.',
    example,
  },
  editRole: {
    method: 'PUT',
    path: '/role/:id/role-info',
    kind: 'change',
    of: 'role',
    needs: 'role:edit',
    about: 'role',
    params: ById,
    body: RoleChange,
    result: Role,
    fails: [
      'role_not_found',
      'role_read_only',
      'role_name_taken',
      'grants_more_than_own',
      'role_level_used',
      'stale_edit',
      'own_access_fixed',
      'account_above_own',
    ],
    says: 'Changes a role; its accounts may on their next call what it then says, and their menus follow.',
    example,
  },
  deleteRole: {
    method: 'DELETE',
    path: '/role/:id/role-info',
    kind: 'change',
    of: 'role',
    needs: 'role:delete',
    about: 'role',
    params: ById,
    query: z.object({ reason: z.string().trim().max(LIMITS.reason_max).optional() }),
    result: z.null(),
    fails: ['role_not_found', 'role_read_only', 'grants_more_than_own', 'role_is_used', 'is_referenced'],
    says: 'Removes a role that no account has; otherwise says whose it is.',
    example: null,
  },
})
