import type { CommissioningFindings } from '@heatfleet/contract/commissioning/commissioning.ts'
import type { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import type { DeviceFileType, DevicePart } from '@heatfleet/contract/devices/installation.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time, WithDefault } from './column-types.ts'
import type { MapTables } from './tables-map.ts'

/** What people keep of units: tags, groups, installation, files. */
export type DeviceRecordTables = MapTables & {
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
  device_installations: {
    device_id: number
    installer: string
    installed_on: string | null
    warranty_months: number | null
    parts: WithDefault<JSONColumnType<DevicePart[]>>
    note: string
    updated_by: string
    updated_at: Time
  }
  device_files: {
    file_id: Generated<number>
    device_id: number
    file_name: string
    content_type: DeviceFileType
    content: Buffer
    added_by: string
    added_at: Time
  }
  device_commissionings: {
    device_id: number
    findings: JSONColumnType<CommissioningFindings>
    note: string
    file_ids: number[]
    signed_name: string
    drawn: Buffer | null
    uid: number | null
    signed_by: string
    signed_at: Time
  }
  device_tags: { device_id: number; tag: string }
  device_favourites: { uid: number; device_id: number }
}
