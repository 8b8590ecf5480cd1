import type { ReleaseKind, ReleaseState } from '@heatfleet/contract/shipments/releases.ts'
import type { ShipmentState } from '@heatfleet/contract/shipments/shipments.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Time } from './column-types.ts'

/** Tables of shipments, and the sums of what distributors hold: migration 0048. */
export type ShipmentTables = {
  device_holdings: { agent_id: number; product_key: string; active: number; stock: number; shipped: number }
  device_holding_changes: {
    province_id: number | null
    city_id: number | null
    county_id: number | null
    product_key: string
    n: number
    active: number
  }
  shipments: {
    shipment_id: Generated<number>
    batch_no: GeneratedAlways<string>
    sender_id: number | null
    sender_name: string
    receiver_id: number | null
    receiver_path: string
    receiver_name: string
    order_no: string
    logistics_no: string
    remark: string
    uid: number | null
    operator: string
    shipped_at: Time
    device_count: number
  }
  shipment_devices: {
    shipment_id: number
    device_id: number
    state: Generated<ShipmentState>
    confirmed_at: Time | null
    confirmed_by: Generated<string>
    returned_at: Time | null
    returned_by: Generated<string>
    reason: Generated<string>
  }
  release_requests: {
    release_id: Generated<number>
    kind: ReleaseKind
    mac: string
    agent_id: number | null
    asked_uid: number | null
    asked_by: string
    asked_at: Time
    reason: string
    state: Generated<ReleaseState>
    decided_at: Time | null
    decided_by: Generated<string>
    answer: Generated<string>
    moved_to: string | null
  }
}
