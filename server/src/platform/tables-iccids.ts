import type { IccidState } from '@heatfleet/contract/transitions.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of SIM cards: migration 0057. */
export type IccidTables = {
  iccids: {
    card_id: Generated<number>
    iccid: string
    iccid_key: GeneratedAlways<string>
    checksum_wrong: boolean
    msisdn: Generated<string>
    operator: Generated<string>
    plan: Generated<string>
    activated_at: Time | null
    expires_at: Time | null
    status: Generated<IccidState>
    traffic_used_mb: number | null
    traffic_total_mb: number | null
    remark: Generated<string>
    synced_at: Time | null
    device_id: number | null
    moved_at: Time | null
    reminded_days: number | null
    imported_user: Generated<string>
    imported_at: Time
  }
  iccid_events: {
    event_id: Generated<string>
    card_id: number
    device_id: number | null
    at: Time
    what: string
    was: Generated<string>
    became: Generated<string>
    user_name: Generated<string>
  }
  iccid_traffic: { card_id: number; day: string; mb: number }
  iccid_reminders: { only_row: Generated<boolean>; days: number[]; manufacturer: boolean; distributors: boolean }
}
