import { type DataScope, SCOPED_RESOURCES, type ScopedResource } from '@heatfleet/contract/data-scope.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { Caller } from '../../caller.ts'
import { groupScopeOf, NOTHING } from '../../platform/group-scope.ts'
import { EVERYTHING, type GroupScope, type Scope } from '../../platform/scope.ts'
import type { CallerRow, findApiToken } from './store.ts'

/** The caller of a session: rights of the role, and the scope that role, resource group and distributor leave over. */
export const toCaller = (row: CallerRow, session_hash: Buffer): Caller => ({
  uid: row.uid,
  user_name: row.user_name,
  nick_name: row.nick_name,
  ...reachOf(row),
  role_id: row.role_id,
  data_scope: row.data_scope,
  scope_overrides: row.scope_overrides,
  agent_id: row.agent_id,
  resource_group_id: row.resource_group_id,
  session_hash,
  must: row.must_change_password
    ? 'change_password'
    : row.requires_totp && row.totp_enrolled_at === null
      ? 'enrol_second_factor'
      : null,
  api_token_id: null,
})

/** The caller of a program's token: its account, with those rights that both have. */
export const toTokenCaller = (row: NonNullable<Awaited<ReturnType<typeof findApiToken>>>): Caller => {
  const caller = toCaller(row, row.token_hash)
  return {
    ...caller,
    permissions: new Set([...caller.permissions].filter((right) => row.token_permissions.includes(right))),
    api_token_id: row.api_token_id,
  }
}

/** What the reach of an account, present or to be, is made of. */
export type ReachRow = Pick<
  CallerRow,
  | 'uid'
  | 'user_name'
  | 'agent_path'
  | 'permissions'
  | 'data_scope'
  | 'scope_overrides'
  | 'resource_group_id'
  | 'group_everything'
  | 'group_agent_paths'
  | 'group_region_codes'
  | 'group_product_keys'
  | 'group_device_ids'
>
/** What an account may and sees, whoever it is. */
export type Reach = Pick<Caller, 'permissions' | 'scope' | 'scopes' | 'agent_path'>

/** Rights and scopes that role, resource group and distributor leave over. */
export const reachOf = (row: ReachRow): Reach => {
  const agent_path = row.agent_path ?? EVERYTHING.agent_path
  const group = groupOf(row)
  const scopeOf = (data_scope: DataScope): Scope => ({
    agent_path,
    own_agent: data_scope === 'own_agent',
    own_records: data_scope === 'own_records' ? { uid: row.uid, user_name: row.user_name } : null,
    // Where the group alone decides, that of everybody decides for nothing: never more than was meant.
    group: data_scope === 'resource_group' ? (group ?? NOTHING) : group,
  })
  const scopes = Object.fromEntries(
    SCOPED_RESOURCES.map((resource) => [resource, scopeOf(row.scope_overrides[resource] ?? row.data_scope)]),
    // One entry for each resource of the table.
  ) as Record<ScopedResource, Scope>
  return {
    // Rights this build does not know (an older or newer role) are no rights.
    permissions: new Set(PERMISSIONS.filter((permission) => row.permissions.includes(permission))),
    scope: scopes.device,
    scopes,
    agent_path,
  }
}

const groupOf = (row: ReachRow): GroupScope | null =>
  row.group_everything
    ? null
    : groupScopeOf({
        group_id: row.resource_group_id,
        agent_paths: row.group_agent_paths,
        region_codes: row.group_region_codes,
        product_keys: row.group_product_keys,
        device_ids: row.group_device_ids,
      })
