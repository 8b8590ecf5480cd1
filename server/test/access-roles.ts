import type { resourceGroups } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import type { RoleDraft, roles } from '@heatfleet/contract/roles/roles.ts'
import type { z } from 'zod'
import { isGrouped } from './access-people.ts'
import type { Subject } from './access-stage.ts'
import type { AccessRow } from './access-table.ts'
import type { SmallAccount } from './small-fleet.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const DRAFT: z.input<typeof RoleDraft> = {
  role_name: 'New',
  level: 'distributor',
  permissions: [],
  data_scope: 'own_records',
}

const readOnlyOr =
  (open: string) =>
  (_: SmallAccount, { built_in }: Subject): string =>
    built_in ? 'role_read_only' : open

/** Somebody within a group changes no group that could reach beyond it; only that group itself surely does not. */
const groupOr =
  (open: string) =>
  (person: SmallAccount, { built_in, at }: Subject): string => {
    if (built_in) return 'resource_group_read_only'
    return isGrouped(person) && at !== null ? 'grants_more_than_own' : open
  }

type RoleCall = Exclude<keyof typeof roles, 'ownAccess'> | keyof typeof resourceGroups

/** How the calls about roles and resource groups meet row rights. Changes are refused by the rule that is judged last. */
export const ROLE_ACCESS: { [Name in RoleCall]: AccessRow<Name> | readonly AccessRow<Name>[] } = {
  roleList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ roles: list.map(({ role_id }) => role_id) }),
  },
  permissionInfo: { about: 'own', request: () => ({}) },
  roleInfo: { about: 'role', request: (id) => ({ params: { id } }) },
  roleAccounts: { about: 'role', request: (id) => ({ params: { id } }) },
  createRole: {
    about: 'role',
    request: (from) => ({ query: { from }, body: { ...DRAFT, role_name: 'City agent' } }),
    within: 'role_name_taken',
  },
  editRole: {
    about: 'role',
    request: (id) => ({ params: { id }, body: { ...DRAFT, updated_at: LONG_AGO } }),
    within: readOnlyOr('stale_edit'),
  },
  deleteRole: { about: 'role', request: (id) => ({ params: { id } }), within: readOnlyOr('role_is_used') },
  resourceGroupList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ resource_groups: list.map(({ group_id }) => group_id) }),
  },
  resourceGroupInfo: { about: 'resource_group', request: (id) => ({ params: { id } }) },
  resourceGroupAccounts: { about: 'resource_group', request: (id) => ({ params: { id } }) },
  resourceGroupPreview: { about: 'own', request: () => ({ body: {} }) },
  createResourceGroup: {
    about: 'distributor',
    // The region is judged after the distributors, and there is none of this number.
    request: (id) => ({ body: { group_name: 'New', agent_ids: [id], region_codes: ['999999'] } }),
    within: 'region_unknown',
  },
  editResourceGroup: {
    about: 'resource_group',
    request: (id) => ({
      params: { id },
      body: { group_name: 'New', region_codes: ['330106'], updated_at: LONG_AGO },
    }),
    within: groupOr('stale_edit'),
  },
  deleteResourceGroup: {
    about: 'resource_group',
    request: (id) => ({ params: { id } }),
    within: groupOr('resource_group_is_used'),
  },
}
