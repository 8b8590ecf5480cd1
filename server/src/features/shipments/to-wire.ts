import type { Shipment, ShippedDevice } from '@heatfleet/contract/shipments/shipments.ts'
import type { BatchRow, LineRow } from './store-list.ts'

const timeOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** A batch as it is shown. */
export const toShipment = (row: BatchRow): Shipment => ({
  shipment_id: row.shipment_id,
  batch_no: row.batch_no,
  sender_id: row.sender_id,
  sender_name: row.sender_name,
  receiver_id: row.receiver_id,
  receiver_name: row.receiver_name,
  receiver_level: row.receiver_level,
  order_no: row.order_no,
  logistics_no: row.logistics_no,
  remark: row.remark,
  operator: row.operator,
  ship_time: row.shipped_at.toISOString(),
  products: row.products,
  device_count: row.device_count,
  confirmed_count: row.confirmed_count,
  returned_count: row.returned_count,
  online_count: row.online_count,
  may_confirm: row.may_confirm,
})

/** A unit as it is shown. */
export const toShippedDevice = (row: LineRow): ShippedDevice => ({
  mac: row.mac,
  product_name: row.product_name,
  product_english_name: row.product_english_name,
  shipment_id: row.shipment_id,
  batch_no: row.batch_no,
  sender_id: row.sender_id,
  sender_name: row.sender_name,
  receiver_id: row.receiver_id,
  receiver_name: row.receiver_name,
  receiver_level: row.receiver_level,
  receiver_region: row.receiver_region,
  operator: row.operator,
  order_no: row.order_no,
  logistics_no: row.logistics_no,
  state: row.state,
  ship_time: timeOf(row.shipped_at),
  confirmed_time: timeOf(row.confirmed_at),
  returned_time: timeOf(row.returned_at),
  returned_by: row.returned_by,
  reason: row.reason,
  import_time: timeOf(row.import_time),
  import_tag: row.import_tag,
  first_online_time: timeOf(row.first_online_at),
  bound: row.bound,
  may_recall: row.may_recall,
  may_confirm: row.may_confirm,
})
