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

/** What a person wants an account to have. Agent null = the manufacturer. */
export type Grant = {
  role: GrantedRole
  group: GrantedGroup
  agent: Pick<GrantedAgent, 'agent_id' | 'agent_path'> | null
}

/** Why something may not be granted, with the field of the form it is about. */
export type GrantFault = {
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

/** Why these three do not go together, whoever grants them; null when they do. */
export const findMisfit = ({ role, group, agent }: Grant): GrantFault | null => {
  const level = agent === null ? 'manufacturer' : 'distributor'
  const is_of_place = role.owner_path === null || agent?.agent_path.startsWith(role.owner_path) === true
  if (role.level !== level || !is_of_place) return { code: 'role_level_wrong', field: 'role_id' }
  const needs_group = [role.data_scope, ...Object.values(role.scope_overrides)].includes('resource_group')
  if (needs_group && group.group_everything) return { code: 'resource_group_needed', field: 'resource_group_id' }
  return null
}

/**
 * Why this person may not grant them; null when he may. Roles and groups of other distributors look as if they did not
 * exist. Nobody grants more than he has: rights, rows of each resource, resource group.
 */
export const findOverreach = (own: EffectivePermissions, grant: Grant): GrantFault | null => {
  if (!isRoleVisible(own, grant.role)) return { code: 'role_not_found', field: 'role_id' }
  if (!isGroupVisible(own, grant.group)) return { code: 'resource_group_not_found', field: 'resource_group_id' }
  const excess = findMissingPrivileges(own, reachOfGrant(grant))
  if (excess === null) return null
  const fault = { code: 'grants_more_than_own', field: FIELD_OF[excess.part] } as const
  return excess.part === 'right' ? { ...fault, details: { right: excess.right } } : fault
}

const FIELD_OF = { right: 'role_id', agent: 'agent_id', data_scope: 'role_id', group: 'resource_group_id' } as const

/** True when the person may give this role to somebody: as he is placed himself, and with his own group. */
export const isRoleGrantable = (own: EffectivePermissions, role: GrantedRole): boolean => {
  if (!isRoleVisible(own, role)) return false
  if (role.level === 'manufacturer' && own.agent_path !== EVERYTHING.agent_path) return false
  const reach = effectivePermissionsOf({ ...NO_GROUP, ...role, uid: 0, user_name: '', agent_path: own.agent_path })
  const scopes = Object.fromEntries(
    SCOPED_RESOURCES.map((resource) => [resource, { ...reach.scopes[resource], group: own.scopes[resource].group }]),
    // One entry for each resource of the table.
  ) as EffectivePermissions['scopes']
  return findMissingPrivileges(own, { ...reach, scopes }) === null
}

/** True when the person may give this group to somebody: it lies within his own. */
export const isGroupGrantable = (own: EffectivePermissions, group: GrantedGroup): boolean => {
  if (!isGroupVisible(own, group)) return false
  const reach = effectivePermissionsOf({ ...NO_ROLE, ...group, uid: 0, user_name: '', agent_path: own.agent_path })
  return SCOPED_RESOURCES.every(
    (resource) => findScopeOverreach(reach.scopes[resource], own.scopes[resource]) !== 'group',
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

/** A distributor's people see the built-in roles for distributors, and those of their own house and the houses in reach. */
const isRoleVisible = (own: EffectivePermissions, role: GrantedRole): boolean =>
  own.agent_path === EVERYTHING.agent_path ||
  (role.built_in && role.level === 'distributor') ||
  isMadeWithin(own, role.owner_path)

const isGroupVisible = (own: EffectivePermissions, group: GrantedGroup): boolean =>
  own.agent_path === EVERYTHING.agent_path || group.built_in || isMadeWithin(own, group.owner_path)

const isMadeWithin = (
  { agent_path, scopes: { account } }: EffectivePermissions,
  owner_path: string | null,
): boolean => {
  if (owner_path === null) return false
  return account.own_agent || account.own_records !== null
    ? owner_path === agent_path
    : owner_path.startsWith(agent_path)
}

/** The reach of an account that had this; its own records are its own, whoever it will be. */
const reachOfGrant = ({ role, group, agent }: Grant): EffectivePermissions =>
  effectivePermissionsOf({ ...group, ...role, uid: 0, user_name: '', agent_path: agent?.agent_path ?? null })
