import type { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** Groups of devices, and how people mark them. */
export type DeviceGroupTables = {
  device_groups: {
    group_id: Generated<number>
    group_name: string
    description: Generated<string>
    filter: JSONColumnType<DeviceGroupRule> | null
    agent_id: number | null
    created_by: number | null
    created_at: Time
    updated_at: Time
  }
  device_group_members: { group_id: number; device_id: number }
  device_tags: { device_id: number; tag: string }
  device_favourites: { uid: number; device_id: number }
}
