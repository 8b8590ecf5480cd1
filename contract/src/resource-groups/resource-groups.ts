import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RoleAccounts } from '../roles/roles.ts'
import { RowId, RowIdText } from '../row-id.ts'

/** What a group names. Distributors stand for all below them, a region for all within it; empty = any. */
const members = {
  agent_ids: z.array(RowId).max(LIMITS.group_agents_max).default([]),
  /** GB/T 2260, of the distributors. */
  region_codes: z
    .array(z.string().regex(/^\d{6}$/))
    .max(LIMITS.group_regions_max)
    .default([]),
  product_keys: z.array(z.string().min(1).max(64)).max(LIMITS.group_products_max).default([]),
  /** Devices listed one by one, whatever the rest says. */
  macs: z.array(DeviceId).max(LIMITS.group_device_ids).default([]),
}

/** The members alone, for the preview before anything is saved. */
export const GroupMembers = z.object(members)
export type GroupMembers = z.output<typeof GroupMembers>

/** A resource group as it is entered. */
export const ResourceGroupDraft = z.object({
  group_name: z.string().trim().min(1).max(LIMITS.group_name_max),
  description: z.string().trim().max(LIMITS.role_description_max).default(''),
  ...members,
})
export type ResourceGroupDraft = z.output<typeof ResourceGroupDraft>

/** Why a visible group cannot be changed. */
const GROUP_LOCKS = ['built_in', 'not_own', 'beyond_own', 'no_right'] as const

/** A group in the list; times are ISO 8601 UTC. */
export const ResourceGroup = z.object({
  group_id: RowId,
  group_name: z.string(),
  description: z.string(),
  /** Narrows nothing: the built-in group of everybody. */
  everything: z.boolean(),
  built_in: z.boolean(),
  agents: z.array(z.object({ agent_id: RowId, agent_name: z.string() })),
  region_codes: z.array(z.string()),
  product_keys: z.array(z.string()),
  /** Devices listed one by one. */
  listed_devices: z.number().int(),
  /** The distributor that made it; null = the manufacturer. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  /** Empty for the built-in group. */
  creator: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Accounts that have it, of those the caller sees. */
  account_count: z.number().int(),
  /** Null = the caller may change it. */
  lock: z.enum(GROUP_LOCKS).nullable(),
  /** True when the caller may give it to an account. */
  grantable: z.boolean(),
})
export type ResourceGroup = z.output<typeof ResourceGroup>

/** The same with its listed devices, those of them that the caller sees. */
export const ResourceGroupDetail = ResourceGroup.extend({ macs: z.array(z.string()) })
export type ResourceGroupDetail = z.output<typeof ResourceGroupDetail>

export const GROUP_SORTS = ['group_name', 'account_count', 'created_at', 'updated_at'] as const

export const ResourceGroupFilter = z.object({
  group_name: z.string().trim().max(LIMITS.group_name_max).optional(),
  /** Only those the caller may give to an account: for pickers. */
  grantable: z.boolean().optional(),
  sort_by: z.enum(GROUP_SORTS).default('group_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type ResourceGroupFilter = z.output<typeof ResourceGroupFilter>

/** Columns of the list as a file. */
export const GROUP_EXPORT_COLUMNS = [
  'group_name',
  'description',
  'agents',
  'regions',
  'products',
  'listed_devices',
  'accounts',
  'creator',
  'created_at',
  'updated_at',
] as const

/** What members come to, of what the caller sees. */
const GroupPreview = z.object({
  devices: z.number().int(),
  distributors: z.number().int(),
  sample: z.array(
    z.object({ mac: z.string(), device_name: z.string(), product_key: z.string(), agent_name: z.string().nullable() }),
  ),
  /** Ids that were listed and are no device of the caller's. */
  unknown_macs: z.array(z.string()),
})

const ById = z.object({ id: RowIdText })

const example: ResourceGroup = {
  group_id: 4,
  group_name: 'Hangzhou',
  description: 'Units of Hangzhou and its districts.',
  everything: false,
  built_in: false,
  agents: [],
  region_codes: ['330100'],
  product_keys: [],
  listed_devices: 0,
  agent_id: null,
  agent_name: null,
  creator: 'admin',
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T08:00:00.000Z',
  account_count: 2,
  lock: null,
  grantable: true,
}

export const resourceGroups = endpoints({
  resourceGroupList: {
    method: 'POST',
    path: '/resource-group/list',
    kind: 'read',
    of: 'resource-group',
    needs: 'resgroup:view',
    about: { list: 'resource_group' },
    query: Paging,
    body: ResourceGroupFilter.default({ sort_by: 'group_name', sort_order: 'asc' }),
    result: pageOf(ResourceGroup),
    fails: [],
    says: 'Resource groups the caller sees: that of everybody, and those made by the own house or below.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  resourceGroupInfo: {
    method: 'GET',
    path: '/resource-group/:id/group-info',
    kind: 'read',
    of: 'resource-group',
    needs: 'resgroup:view',
    about: 'resource_group',
    params: ById,
    result: ResourceGroupDetail,
    fails: ['resource_group_not_found'],
    says: 'One resource group with its listed devices.',
    example: { ...example, macs: [] },
  },
  resourceGroupAccounts: {
    method: 'GET',
    path: '/resource-group/:id/group-accounts',
    kind: 'read',
    of: 'resource-group',
    needs: 'resgroup:view',
    about: 'resource_group',
    params: ById,
    result: RoleAccounts,
    fails: ['resource_group_not_found'],
    says: 'Whom a change of the group meets.',
    example: { list: [], total: 0, others: 2 },
  },
  resourceGroupPreview: {
    method: 'POST',
    path: '/resource-group/preview',
    kind: 'read',
    of: 'device',
    needs: 'resgroup:view',
    about: 'unscoped',
    body: GroupMembers,
    result: GroupPreview,
    fails: [],
    says: 'How many devices and distributors these members come to, of those the caller sees, with a few of them.',
    example: {
      devices: 1,
      distributors: 1,
      sample: [
        {
          mac: '863412060123455',
          device_name: 'Villa Linden 4',
          product_key: 'r290-monobloc',
          agent_name: 'Hangzhou Heat',
        },
      ],
      unknown_macs: [],
    },
  },
  createResourceGroup: {
    method: 'POST',
    path: '/resource-group/group-info',
    kind: 'change',
    of: 'resource-group',
    needs: 'resgroup:edit',
    about: 'distributor',
    body: ResourceGroupDraft,
    result: ResourceGroup,
    fails: [
      'resource_group_name_taken',
      'distributor_not_found',
      'region_unknown',
      'product_unknown',
      'device_not_found',
      'grants_more_than_own',
    ],
    says: 'Makes a resource group of what the caller sees; of a distributor it belongs to that distributor.',
    example,
  },
  editResourceGroup: {
    method: 'PUT',
    path: '/resource-group/:id/group-info',
    kind: 'change',
    of: 'resource-group',
    needs: 'resgroup:edit',
    about: 'resource_group',
    params: ById,
    /** `updated_at` as it was read: an edit over another one is refused as stale. */
    body: ResourceGroupDraft.extend({ updated_at: z.iso.datetime().optional() }),
    result: ResourceGroup,
    fails: [
      'resource_group_not_found',
      'resource_group_read_only',
      'resource_group_name_taken',
      'distributor_not_found',
      'region_unknown',
      'product_unknown',
      'device_not_found',
      'grants_more_than_own',
      'stale_edit',
      'own_access_fixed',
      'account_above_own',
    ],
    says: 'Changes a resource group; its accounts see on their next call what it then holds.',
    example,
  },
  deleteResourceGroup: {
    method: 'DELETE',
    path: '/resource-group/:id/group-info',
    kind: 'change',
    of: 'resource-group',
    needs: 'resgroup:edit',
    about: 'resource_group',
    params: ById,
    query: z.object({ reason: z.string().trim().max(LIMITS.reason_max).optional() }),
    result: z.null(),
    fails: [
      'resource_group_not_found',
      'resource_group_read_only',
      'grants_more_than_own',
      'resource_group_is_used',
      'is_referenced',
    ],
    says: 'Removes a group that no account has; otherwise says whose it is.',
    example: null,
  },
})
