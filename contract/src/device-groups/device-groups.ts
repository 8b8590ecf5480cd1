import { z } from 'zod'
import { DeviceFilter, QUICK_TABS, type QuickTab } from '../devices/devices.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'

/** Quick tabs that mean the same to everybody. */
const GROUP_QUICK_TABS = QUICK_TABS.filter((tab) => tab !== 'favourites') as [
  Exclude<QuickTab, 'favourites'>,
  ...Exclude<QuickTab, 'favourites'>[],
]

/** What a dynamic group holds: a filter of the device list without groups, favourites and order. */
export const DeviceGroupRule = DeviceFilter.omit({
  group_id: true,
  sort_by: true,
  sort_order: true,
  except_macs: true,
}).extend({ quick: z.enum(GROUP_QUICK_TABS).default('all') })
export type DeviceGroupRule = z.output<typeof DeviceGroupRule>

const named = {
  group_name: z.string().trim().min(1).max(LIMITS.group_name_max),
  description: z.string().trim().max(LIMITS.role_description_max).default(''),
  /** Null = a static list of devices. */
  filter: DeviceGroupRule.nullable(),
}
export const DeviceGroupDraft = z.object({
  ...named,
  /** The first members of a static list. */
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).default([]),
})
export type DeviceGroupDraft = z.output<typeof DeviceGroupDraft>

/** Why a visible group cannot be changed. */
const DEVICE_GROUP_LOCKS = ['not_own', 'no_right'] as const

/** A group of devices in the list; times are ISO 8601 UTC. */
export const DeviceGroup = z.object({
  group_id: z.number().int(),
  group_name: z.string(),
  description: z.string(),
  filter: DeviceGroupRule.nullable(),
  /** Members that the caller sees. */
  member_count: z.number().int(),
  /** The distributor that made it; null = the manufacturer. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  /** Empty when the account is gone. */
  creator: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Null = the caller may change it. */
  lock: z.enum(DEVICE_GROUP_LOCKS).nullable(),
})
export type DeviceGroup = z.output<typeof DeviceGroup>

export const DEVICE_GROUP_KINDS = ['static', 'dynamic'] as const
export const DEVICE_GROUP_SORTS = ['group_name', 'created_at', 'updated_at'] as const
export const DeviceGroupFilter = z.object({
  group_name: z.string().trim().max(LIMITS.group_name_max).optional(),
  kind: z.enum(DEVICE_GROUP_KINDS).optional(),
  sort_by: z.enum(DEVICE_GROUP_SORTS).default('group_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type DeviceGroupFilter = z.output<typeof DeviceGroupFilter>

const ById = z.object({ id: RowIdText })
const example: DeviceGroup = {
  group_id: 4,
  group_name: 'Schools',
  description: 'Units of schools, watched more closely.',
  filter: { include_lower: true, quick: 'all', tag: 'school' },
  member_count: 12,
  agent_id: null,
  agent_name: null,
  creator: 'admin',
  created_at: '2026-03-02T08:00:00.000Z',
  updated_at: '2026-03-02T08:00:00.000Z',
  lock: null,
}

/** Groups of devices (product 3.40): lists of units and filters under a name, for lists, rules, upgrades and rollouts. */
export const deviceGroups = endpoints({
  deviceGroupList: {
    method: 'POST',
    path: '/device-group/list',
    kind: 'read',
    of: 'device-group',
    needs: 'device:view',
    about: { list: 'device_group' },
    query: Paging,
    body: DeviceGroupFilter.default({ sort_by: 'group_name', sort_order: 'asc' }),
    result: pageOf(DeviceGroup),
    fails: [],
    says: 'Groups of devices made by the own organisation or those below it, with the members the caller sees.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  deviceGroupNames: {
    method: 'GET',
    path: '/device-group/list-name',
    kind: 'read',
    of: 'device-group',
    needs: 'device:view',
    about: { list: 'device_group' },
    result: z.array(
      DeviceGroup.pick({ group_id: true, group_name: true, lock: true }).extend({ dynamic: z.boolean() }),
    ),
    fails: [],
    says: 'The same groups by their names, for pickers.',
    example: [{ group_id: 4, group_name: 'Schools', lock: null, dynamic: true }],
  },
  createDeviceGroup: {
    method: 'POST',
    path: '/device-group/group-info',
    kind: 'change',
    of: 'device-group',
    needs: 'device:tag',
    about: 'unscoped',
    body: DeviceGroupDraft,
    result: DeviceGroup,
    fails: ['device_group_name_taken', 'device_groups_full', 'device_not_found'],
    says: 'Makes a group of devices; of a distributor it belongs to that distributor.',
    example,
  },
  editDeviceGroup: {
    method: 'PUT',
    path: '/device-group/:id/group-info',
    kind: 'change',
    of: 'device-group',
    needs: 'device:tag',
    about: 'device_group',
    params: ById,
    /** `updated_at` as it was read: an edit over another one is refused as stale. */
    body: z.object({ ...named, updated_at: z.iso.datetime() }),
    result: DeviceGroup,
    fails: [
      'device_group_not_found',
      'device_group_read_only',
      'device_group_kind',
      'device_group_name_taken',
      'stale_edit',
    ],
    says: 'Renames a group of devices or changes its filter; a list stays a list, a filter a filter.',
    example,
  },
  deleteDeviceGroup: {
    method: 'DELETE',
    path: '/device-group/:id/group-info',
    kind: 'change',
    of: 'device-group',
    needs: 'device:tag',
    about: 'device_group',
    params: ById,
    query: z.object({ updated_at: z.iso.datetime() }),
    result: z.null(),
    fails: ['device_group_not_found', 'device_group_read_only', 'stale_edit', 'is_referenced'],
    says: 'Removes a group; its devices stay.',
    example: null,
  },
  deviceGroupMember: {
    method: 'PUT',
    path: '/device-group/member',
    kind: 'change',
    of: 'device-group',
    needs: 'device:tag',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    body: z.object({ group_id: RowId, member: z.boolean() }),
    result: z.object({ mac: z.string(), member: z.boolean() }),
    fails: [
      'device_not_found',
      'device_group_not_found',
      'device_group_read_only',
      'device_group_kind',
      'device_group_full',
    ],
    says: 'Puts a device into a static group, or takes it out.',
    example: { mac: '863412060123455', member: true },
  },
})
