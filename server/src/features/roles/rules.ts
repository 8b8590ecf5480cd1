import {
  DATA_SCOPES,
  type DataScope,
  SCOPED_RESOURCES,
  type ScopedResource,
  type ScopeOverrides,
} from '@heatfleet/contract/data-scope.ts'
import type { RefusalDetail } from '@heatfleet/contract/errors.ts'
import { PERMISSIONS, type Permission } from '@heatfleet/contract/permissions.ts'
import { ROLE_LEVELS, type RoleLevel } from '@heatfleet/contract/roles/built-in.ts'
import type { RoleLock } from '@heatfleet/contract/roles/roles.ts'
import type { Caller } from '../../caller.ts'

/** The fields of a role that decide what it grants. */
type RoleGrants = {
  level: RoleLevel
  permissions: readonly string[]
  data_scope: DataScope
  scope_overrides: ScopeOverrides
}
/** Permissions, scope and organisation of the granting account. */
type Granter = Pick<Caller, 'permissions' | 'data_scope' | 'scope_overrides' | 'agent_id'>

/** Data scopes that are not wider than this one, whatever the account's place: within a group or a subtree is less. */
const COVERS = {
  all: DATA_SCOPES,
  resource_group: ['resource_group', 'own_agent', 'own_records'],
  subtree: ['subtree', 'resource_group', 'own_agent', 'own_records'],
  own_agent: ['own_agent', 'own_records'],
  own_records: ['own_records'],
} as const satisfies Record<DataScope, readonly DataScope[]>

/** Data scopes this account may grant for one resource, or for roles as a whole. */
export const grantableScopes = (
  { data_scope, scope_overrides }: Pick<Granter, 'data_scope' | 'scope_overrides'>,
  resource?: ScopedResource,
): readonly DataScope[] => COVERS[(resource && scope_overrides[resource]) ?? data_scope]

/** Levels of roles this account may create and grant: distributor accounts never the manufacturer's. */
export const grantableLevels = ({ agent_id }: Pick<Granter, 'agent_id'>): readonly RoleLevel[] =>
  agent_id === null ? ROLE_LEVELS : ['distributor']

/** Privilege check: which field of a role exceeds the granter's own, and by what; null when none does. */
export const findMissingPrivileges = (granter: Granter, role: RoleGrants): RefusalDetail | null => {
  if (!grantableLevels(granter).includes(role.level)) return { field: 'level' }
  const rights = role.permissions.filter((right) => isPermission(right) && !granter.permissions.has(right))
  if (rights.length > 0) return { field: 'permissions', details: { rights: rights.join(', ') } }
  const wide = SCOPED_RESOURCES.find(
    (resource) => !grantableScopes(granter, resource).includes(role.scope_overrides[resource] ?? role.data_scope),
  )
  if (wide === undefined) return null
  return { field: role.scope_overrides[wide] === undefined ? 'data_scope' : `scope_overrides.${wide}` }
}

/** Rights unknown to this build (an older or newer role) grant nothing. */
const isPermission = (right: string): right is Permission => PERMISSIONS.some((permission) => permission === right)

/** A role as the locks see it; `agent_path` is that of the distributor that created it. */
export type OwnedRole = RoleGrants & { built_in: boolean; agent_id: number | null; agent_path: string | null }

/** Why the caller cannot change a visible role; null = allowed. */
export const lockOf = (caller: Granter & Pick<Caller, 'agent_path'>, role: OwnedRole): RoleLock | null => {
  if (role.built_in) return 'built_in'
  if (!isOwnedWithin(caller, role)) return 'not_own'
  if (findMissingPrivileges(caller, role) !== null) return 'beyond_own'
  return caller.permissions.has('role:edit') ? null : 'no_right'
}

/** True for rows created by the caller's organisation or one below it; the manufacturer is above all. */
export const isOwnedWithin = (
  caller: Pick<Caller, 'agent_id' | 'agent_path'>,
  owner: { agent_id: number | null; agent_path: string | null },
): boolean => (owner.agent_path === null ? caller.agent_id === null : owner.agent_path.startsWith(caller.agent_path))
