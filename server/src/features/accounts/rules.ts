import { SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import {
  type EffectivePermissions,
  effectivePermissionsOf,
  findMissingPrivileges,
} from '../../effective-permissions.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { findScopeOverreach } from '../../platform/scope-order.ts'
import type { GrantedAgent, GrantedGroup, GrantedRole } from './store-grants.ts'

/** Role, group and distributor requested for an account. Agent null = the manufacturer. */
export type Grant = {
  role: GrantedRole
  group: GrantedGroup
  agent: Pick<GrantedAgent, 'agent_id' | 'agent_path'> | null
}

/** Why something may not be granted, with the field of the form it is about. */
type GrantFault = {
  code: Extract<
    ErrorCode,
    | 'role_not_found'
    | 'resource_group_not_found'
    | 'role_level_wrong'
    | 'resource_group_needed'
    | 'grants_more_than_own'
  >
  field: 'role_id' | 'resource_group_id' | 'agent_id'
  details?: Record<string, string>
}

/** Why these three do not go together, independent of the granter; null when they do. */
export const findMismatch = ({ role, group, agent }: Grant): GrantFault | null => {
  const level = agent === null ? 'manufacturer' : 'distributor'
  const is_in_owner_subtree = role.owner_path === null || agent?.agent_path.startsWith(role.owner_path) === true
  if (role.level !== level || !is_in_owner_subtree) return { code: 'role_level_wrong', field: 'role_id' }
  const needs_group = [role.data_scope, ...Object.values(role.scope_overrides)].includes('resource_group')
  if (needs_group && group.group_everything) return { code: 'resource_group_needed', field: 'resource_group_id' }
  return null
}

/**
 * Why the caller may not grant them; null when allowed. Roles and groups of other distributors are reported as missing.
 * A grant never exceeds the caller's own rights, rows of each resource and resource group.
 */
export const findExcessiveGrant = (own: EffectivePermissions, grant: Grant): GrantFault | null => {
  if (!isRoleVisible(own, grant.role)) return { code: 'role_not_found', field: 'role_id' }
  if (!isGroupVisible(own, grant.group)) return { code: 'resource_group_not_found', field: 'resource_group_id' }
  const excess = findMissingPrivileges(own, permissionsOfGrant(grant))
  if (excess === null) return null
  const fault = { code: 'grants_more_than_own', field: FIELD_OF[excess.part] } as const
  return excess.part === 'right' ? { ...fault, details: { right: excess.right } } : fault
}

const FIELD_OF = { right: 'role_id', agent: 'agent_id', data_scope: 'role_id', group: 'resource_group_id' } as const

/** True when the caller may grant this role at the own distributor, with the own group. */
export const isRoleGrantable = (own: EffectivePermissions, role: GrantedRole): boolean => {
  if (!isRoleVisible(own, role)) return false
  if (role.level === 'manufacturer' && own.agent_path !== EVERYTHING.agent_path) return false
  const granted = effectivePermissionsOf({ ...NO_GROUP, ...role, uid: 0, user_name: '', agent_path: own.agent_path })
  const scopes = Object.fromEntries(
    SCOPED_RESOURCES.map((resource) => [resource, { ...granted.scopes[resource], group: own.scopes[resource].group }]),
    // One entry for each resource of the table.
  ) as EffectivePermissions['scopes']
  return findMissingPrivileges(own, { ...granted, scopes }) === null
}

/** True when the caller may grant this group: it lies within the own one. */
export const isGroupGrantable = (own: EffectivePermissions, group: GrantedGroup): boolean => {
  if (!isGroupVisible(own, group)) return false
  const granted = effectivePermissionsOf({ ...NO_ROLE, ...group, uid: 0, user_name: '', agent_path: own.agent_path })
  return SCOPED_RESOURCES.every(
    (resource) => findScopeOverreach(granted.scopes[resource], own.scopes[resource]) !== 'group',
  )
}

const NO_GROUP = {
  resource_group_id: 0,
  group_everything: true,
  group_agent_paths: [],
  group_region_codes: [],
  group_product_keys: [],
  group_device_ids: [],
} as const
const NO_ROLE = { permissions: [], data_scope: 'own_records', scope_overrides: {} } as const

/** Distributor accounts see the built-in roles for distributors, and those of their own and the distributors in scope. */
const isRoleVisible = (own: EffectivePermissions, role: GrantedRole): boolean =>
  own.agent_path === EVERYTHING.agent_path ||
  (role.built_in && role.level === 'distributor') ||
  isCreatedWithin(own, role.owner_path)

const isGroupVisible = (own: EffectivePermissions, group: GrantedGroup): boolean =>
  own.agent_path === EVERYTHING.agent_path || group.built_in || isCreatedWithin(own, group.owner_path)

const isCreatedWithin = (
  { agent_path, scopes: { account } }: EffectivePermissions,
  owner_path: string | null,
): boolean => {
  if (owner_path === null) return false
  return account.own_agent || account.own_records !== null
    ? owner_path === agent_path
    : owner_path.startsWith(agent_path)
}

/** Effective permissions of an account with this grant; uid 0 stands for the future account's own records. */
const permissionsOfGrant = ({ role, group, agent }: Grant): EffectivePermissions =>
  effectivePermissionsOf({ ...group, ...role, uid: 0, user_name: '', agent_path: agent?.agent_path ?? null })
