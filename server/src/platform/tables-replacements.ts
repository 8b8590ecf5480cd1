import type { ColumnType, Generated } from 'kysely'
import type { Time } from './column-types.ts'

/** Replacements of modules: migration 0063. */
export type ReplacementTables = {
  device_replacements: {
    replacement_id: Generated<number>
    device_id: number
    retired_device_id: number | null
    old_mac: string
    new_mac: string
    kind: 'module' | 'unit'
    reason: string
    sim_moved: boolean
    replaced_at: Time
    by_uid: number | null
    claim_generation: number
    retired_active: boolean
    retired_status: ColumnType<Record<string, unknown> | null, string | null, string | null>
    undone_at: Time | null
    undone_by_uid: number | null
    undo_reason: Generated<string>
  }
}
