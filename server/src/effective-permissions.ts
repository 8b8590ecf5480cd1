import {
  type DataScope,
  SCOPED_RESOURCES,
  type ScopedResource,
  type ScopeOverrides,
} from '@heatfleet/contract/data-scope.ts'
import { isManufacturerRight, PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { Caller } from './caller.ts'
import { groupScopeOf, NOTHING } from './platform/group-scope.ts'
import { EVERYTHING, type GroupScope, type Scope } from './platform/scope.ts'
import { isAtOrBelow, NOWHERE, narrowScope } from './platform/scope-narrow.ts'
import { findScopeOverreach, type ScopeOverreach } from './platform/scope-order.ts'

/** Effective permissions and scopes of an account. */
export type EffectivePermissions = Pick<Caller, 'permissions' | 'scope' | 'scopes' | 'agent_path'>

/** What the reach of an account, present or to be, is made of: its role, its resource group, its distributor. */
export type PermissionSources = {
  uid: number
  user_name: string
  /** Null = the manufacturer. */
  agent_path: string | null
  permissions: readonly string[]
  data_scope: DataScope
  scope_overrides: ScopeOverrides
  resource_group_id: number
  group_everything: boolean
  group_agent_paths: readonly string[]
  group_region_codes: readonly string[]
  group_product_keys: readonly string[]
  group_device_ids: readonly number[]
}

/** Rights and scopes that role, resource group and distributor leave over. */
export const effectivePermissionsOf = (row: PermissionSources): EffectivePermissions => {
  const agent_path = row.agent_path ?? EVERYTHING.agent_path
  const group = groupOf(row)
  const held = new Set(row.permissions)
  const scopeOf = (data_scope: DataScope): Scope => ({
    agent_path,
    own_agent: data_scope === 'own_agent',
    own_records: data_scope === 'own_records' ? { uid: row.uid, user_name: row.user_name, agent_path } : null,
    // Where the group alone decides, that of everybody decides for nothing: never more than was meant.
    group: data_scope === 'resource_group' ? (group ?? NOTHING) : group,
  })
  const scopes = Object.fromEntries(
    SCOPED_RESOURCES.map((resource) => [resource, scopeOf(row.scope_overrides[resource] ?? row.data_scope)]),
    // One entry for each resource of the table.
  ) as Record<ScopedResource, Scope>
  return {
    // Rights this build does not know (an older or newer role) are no rights.
    permissions: new Set(PERMISSIONS.filter((permission) => held.has(permission))),
    scope: scopes.device,
    scopes,
    agent_path,
  }
}

/**
 * The part of a reach that lies at one place of the tree and below it, without rights over what no distributor owns. Where the two do not meet, or the place is no more
 * (null), nothing may be done and nothing is seen.
 */
export const narrowPermissions = (own: EffectivePermissions, place: string | null): EffectivePermissions => {
  const meets = place !== null && (isAtOrBelow(place, own.agent_path) || isAtOrBelow(own.agent_path, place))
  const at = meets ? place : NOWHERE
  const scopes = Object.fromEntries(
    SCOPED_RESOURCES.map((resource) => [resource, narrowScope(own.scopes[resource], at)]),
    // One entry for each resource of the table.
  ) as Record<ScopedResource, Scope>
  return {
    permissions: new Set([...own.permissions].filter((right) => meets && !isManufacturerRight(right))),
    scope: scopes.device,
    scopes,
    agent_path: isAtOrBelow(own.agent_path, at) ? own.agent_path : at,
  }
}

/** What of a reach lies beyond one's own: the first right one lacks, or the part that sees more; null = nothing. */
export const findMissingPrivileges = (
  own: EffectivePermissions,
  wanted: EffectivePermissions,
): { part: 'right'; right: string } | { part: ScopeOverreach } | null => {
  for (const right of wanted.permissions) if (!own.permissions.has(right)) return { part: 'right', right }
  for (const resource of SCOPED_RESOURCES) {
    const part = findScopeOverreach(wanted.scopes[resource], own.scopes[resource])
    if (part !== null) return { part }
  }
  return null
}

const groupOf = (row: PermissionSources): GroupScope | null =>
  row.group_everything
    ? null
    : groupScopeOf({
        group_id: row.resource_group_id,
        agent_paths: row.group_agent_paths,
        region_codes: row.group_region_codes,
        product_keys: row.group_product_keys,
        device_ids: row.group_device_ids,
      })
