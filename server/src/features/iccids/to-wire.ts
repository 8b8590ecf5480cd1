import { expiredDayOf, ICCID_EVENTS, type IccidCard, type IccidEvent } from '@heatfleet/contract/iccids/card.ts'
import type { listEvents } from './store.ts'
import type { CardRow } from './store-list.ts'

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** A stored card as people see it. */
export const toCard = (row: CardRow, now_ms: number): IccidCard => ({
  card_id: row.card_id,
  iccid: row.iccid,
  msisdn: row.msisdn,
  operator: row.operator,
  plan: row.plan,
  activation_time: timeOf(row.activated_at),
  expiration_time: timeOf(row.expires_at),
  expired_day: expiredDayOf(row.expires_at, now_ms),
  status: row.status,
  traffic_used_mb: row.traffic_used_mb,
  traffic_total_mb: row.traffic_total_mb,
  remark: row.remark,
  last_sync_time: timeOf(row.synced_at),
  marks: marksOf(row),
  mac: row.mac,
  device_name: row.device_name,
  product_name: row.product_name,
  product_english_name: row.product_english_name,
  online: row.online,
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  import_time: row.imported_at.toISOString(),
  imported_user: row.imported_user,
})

export const marksOf = ({ moved, twice, checksum_wrong }: CardRow): IccidCard['marks'] => [
  ...(moved ? (['moved'] as const) : []),
  ...(twice ? (['twice'] as const) : []),
  ...(checksum_wrong ? (['checksum'] as const) : []),
]

export const toEvents = (rows: Awaited<ReturnType<typeof listEvents>>): IccidEvent[] =>
  rows.flatMap(({ event_id, at, what, was, became, user_name }) => {
    const known = ICCID_EVENTS.find((name) => name === what)
    if (known === undefined) return []
    return [{ event_id: Number(event_id), at: at.toISOString(), what: known, from: was, to: became, user_name }]
  })
