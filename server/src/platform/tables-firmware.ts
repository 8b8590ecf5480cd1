import type { FirmwareModule } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import type { FirmwareDraft, FirmwareFile } from '@heatfleet/contract/firmware/firmware.ts'
import type { UpgradeState } from '@heatfleet/contract/transitions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of firmware and upgrades. */
export type FirmwareTables = {
  firmware_keys: { product_key: string; public_key: string; private_key_sealed: Buffer; created_at: Time }
  firmware: {
    firmware_id: Generated<number>
    product_key: string
    module: FirmwareModule
    name: string
    hardware_version: string
    software_version: string
    /** Compared as a list of numbers. */
    version_key: number[]
    min_software_version: string
    auto_upgrade: boolean
    enabled: boolean
    notes: JSONColumnType<FirmwareDraft['notes']>
    file_name: string
    size: number
    sha256: string
    crc32: string
    signature: Buffer
    uid: number | null
    uploader: string
    uploaded_at: Time
    /** The file is gone, the history of upgrades stays; null = in use. */
    deleted_at: Time | null
  }
  firmware_uploads: {
    upload_id: Generated<number>
    uid: number
    draft: JSONColumnType<FirmwareDraft>
    file: JSONColumnType<FirmwareFile>
    received: Generated<number>
    touched_at: Time
  }
  upgrades: {
    upgrade_id: Generated<number>
    firmware_id: number
    device_id: number
    rollout_id: number | null
    from_version: string
    state: UpgradeState
    reason: string | null
    percent: Generated<number>
    announcements: Generated<number>
    created_at: Time
    moved_at: Time
    deadline_at: Time
    expires_at: Time
    limit_at: Time | null
    finished_at: Time | null
    changed_at: Generated<Date>
  }
  upgrade_links: {
    upgrade_id: number
    token_hash: Buffer
    issued: Generated<number>
    bytes_left: string
    expires_at: Time
  }
}
