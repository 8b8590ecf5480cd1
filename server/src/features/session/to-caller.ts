import { type DataScope, SCOPED_RESOURCES, type ScopedResource } from '@heatfleet/contract/data-scope.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { Caller } from '../../caller.ts'
import { EVERYTHING, type GroupScope, type Scope } from '../../platform/scope.ts'
import type { SessionRow } from './store.ts'

/** The caller of a session: rights of the role, and the scope that role, resource group and distributor leave over. */
export const toCaller = (row: SessionRow): Caller => {
  const agent_path = row.agent_path ?? EVERYTHING.agent_path
  const group = groupOf(row)
  const scopeOf = (data_scope: DataScope): Scope => ({
    agent_path,
    own_agent: data_scope === 'own_agent',
    own_records: data_scope === 'own_records' ? { uid: row.uid, user_name: row.user_name } : null,
    group,
  })
  const scopes = Object.fromEntries(
    SCOPED_RESOURCES.map((resource) => [resource, scopeOf(row.scope_overrides[resource] ?? row.data_scope)]),
    // One entry for each resource of the table.
  ) as Record<ScopedResource, Scope>
  return {
    uid: row.uid,
    user_name: row.user_name,
    nick_name: row.nick_name,
    // Rights this build does not know (an older or newer role) are no rights.
    permissions: new Set(PERMISSIONS.filter((permission) => row.permissions.includes(permission))),
    scope: scopes.device,
    scopes,
    role_id: row.role_id,
    data_scope: row.data_scope,
    scope_overrides: row.scope_overrides,
    agent_id: row.agent_id,
    agent_path,
    resource_group_id: row.resource_group_id,
    session_hash: row.token_hash,
  }
}

const groupOf = (row: SessionRow): GroupScope | null =>
  row.group_everything
    ? null
    : {
        group_id: row.resource_group_id,
        agent_paths: row.group_agent_paths,
        region_prefixes: row.group_region_codes.map(withoutZeroPairs),
        product_keys: row.group_product_keys,
        device_ids: row.group_device_ids,
      }

/** `330000` -> `33`, `330100` -> `3301`: a region's code is the beginning of those within it. */
const withoutZeroPairs = (region_code: string): string => region_code.replace(/^(\d\d)(?:(\d\d))?(?:0000|00)$/, '$1$2')
