import { sql } from 'kysely'

/**
 * Columns of what an account may and sees (`PermissionSources`), over `accounts` joined with `roles` and `resource_groups` and
 * left-joined with `distributors`.
 */
export const PERMISSION_COLUMNS = [
  'accounts.uid',
  'accounts.user_name',
  'accounts.resource_group_id',
  'roles.permissions',
  'roles.data_scope',
  'roles.scope_overrides',
  'distributors.agent_path',
  'resource_groups.everything as group_everything',
  'resource_groups.region_codes as group_region_codes',
  'resource_groups.product_keys as group_product_keys',
  'resource_groups.device_ids as group_device_ids',
  sql<string[]>`array(select named.agent_path from distributors named
    where named.agent_id = any(resource_groups.agent_ids))`.as('group_agent_paths'),
] as const

/** True when the account's distributor or one above it is disabled; ids of the path are those of the chain. */
export const AGENT_DISABLED = sql<boolean>`exists (select from distributors above
  where above.disabled and above.agent_id = any(string_to_array(trim(both '/' from distributors.agent_path), '/')::int[]))`
