import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()
/** Several whole ids, none twice. */
const MacList = z
  .array(DeviceId)
  .min(1, 'no_device_selected')
  .max(LIMITS.shipment_devices_max)
  .refine((macs) => new Set(macs).size === macs.length, { params: { rule: 'twice' } })

/** Where a unit of a shipment is: in transit, confirmed as received, or returned. */
export const SHIPMENT_STATES = ['shipped', 'confirmed', 'returned'] as const
export type ShipmentState = (typeof SHIPMENT_STATES)[number]

/** Which states a move may start from; the server's updates and the console's buttons both follow it. */
export const SHIPMENT_MOVES = {
  confirm: ['shipped'],
  recall: ['shipped', 'confirmed'],
} as const satisfies Record<string, readonly ShipmentState[]>

/** What goes with the goods. */
const Papers = z.object({
  order_no: z.string().trim().max(LIMITS.shipment_no_max).default(''),
  logistics_no: z.string().trim().max(LIMITS.shipment_no_max).default(''),
  remark: z.string().trim().max(LIMITS.remark_max).default(''),
})

/** Units for a distributor. */
export const ShipTo = z.object({ agent_id: RowId, macs: MacList })
export type ShipTo = z.output<typeof ShipTo>
export const ShipmentDraft = ShipTo.extend(Papers.shape)
export type ShipmentDraft = z.output<typeof ShipmentDraft>
export const ShipmentPapers = Papers
export type ShipmentPapers = z.output<typeof Papers>

/** Why a unit cannot be shipped. */
const SHIP_ERRORS = [
  'malformed',
  'twice',
  'unknown',
  'already_shipped',
  'not_in_stock',
  'bound',
  'product_not_sold',
] as const
/** What should be known before it is. */
const SHIP_WARNINGS = ['in_use', 'outside_area'] as const
const SHIP_PROBLEMS = [...SHIP_ERRORS, ...SHIP_WARNINGS] as const
export type ShipProblem = (typeof SHIP_PROBLEMS)[number]
export const isShipError = (problem: ShipProblem): boolean => SHIP_ERRORS.some((error) => error === problem)

/** The verdict on one unit; `row` = its line in the file or its place among the ids. */
export const ShipRow = z.object({
  row: z.number().int(),
  /** As it was written where it is no whole id. */
  mac: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  problems: z.array(z.enum(SHIP_PROBLEMS)),
  /** Of a unit that was shipped already: who has it. */
  holder_name: z.string(),
})
export type ShipRow = z.output<typeof ShipRow>

/** What would become of a shipment. */
export const ShipCheck = z.object({
  rows: z.array(ShipRow),
  errors: z.number().int(),
  /** How many more units the receiver may have; null = not limited. */
  room: z.number().int().nullable(),
})
export type ShipCheck = z.output<typeof ShipCheck>

/** One hand-over of units to a distributor. */
export const Shipment = z.object({
  shipment_id: RowId,
  batch_no: z.string(),
  /** Null = the manufacturer, or a distributor above the caller's scope. */
  sender_id: RowId.nullable(),
  sender_name: z.string(),
  /** Null = deleted since. */
  receiver_id: RowId.nullable(),
  receiver_name: z.string(),
  receiver_level: z.number().int(),
  order_no: z.string(),
  logistics_no: z.string(),
  remark: z.string(),
  /** Empty where the sender is above the caller's scope. */
  operator: z.string(),
  ship_time: Time,
  products: z.array(z.object({ name: z.string(), english_name: z.string(), count: z.number().int() })),
  device_count: z.number().int(),
  confirmed_count: z.number().int(),
  returned_count: z.number().int(),
  /** Those of them that were on line since. */
  online_count: z.number().int(),
  /** The caller is the receiver, and something is still to be confirmed. */
  may_confirm: z.boolean(),
})
export type Shipment = z.output<typeof Shipment>

/** A unit to be shipped, or one that was: then with its shipment. */
export const ShippedDevice = z.object({
  mac: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  shipment_id: RowId.nullable(),
  batch_no: z.string(),
  sender_id: RowId.nullable(),
  sender_name: z.string(),
  /** Of a unit to be shipped: who has it; null, '' and level 0 = stock of the manufacturer. */
  receiver_id: RowId.nullable(),
  receiver_name: z.string(),
  receiver_level: z.number().int(),
  receiver_region: z.string().nullable(),
  operator: z.string(),
  order_no: z.string(),
  logistics_no: z.string(),
  state: z.enum(SHIPMENT_STATES).nullable(),
  ship_time: Time.nullable(),
  confirmed_time: Time.nullable(),
  returned_time: Time.nullable(),
  returned_by: z.string(),
  reason: z.string(),
  import_time: Time.nullable(),
  import_tag: z.string(),
  /** Null also where the unit is no longer in the caller's scope. */
  first_online_time: Time.nullable(),
  bound: z.boolean(),
  may_recall: z.boolean(),
  may_confirm: z.boolean(),
})
export type ShippedDevice = z.output<typeof ShippedDevice>

const SHIPMENT_TABS = ['to_ship', 'shipped', 'returned'] as const

/** What narrows batches. */
export const ShipmentFilter = z.object({
  batch_no: z.string().trim().max(LIMITS.shipment_no_max).optional(),
  /** The beginning of it. */
  order_no: z.string().trim().max(LIMITS.shipment_no_max).optional(),
  /** The receiver, or one above it; of units to be shipped the holder. */
  agent_id: RowId.optional(),
  product_key: z.string().max(64).optional(),
  ship_from: Time.optional(),
  ship_to: Time.optional(),
})
export type ShipmentFilter = z.output<typeof ShipmentFilter>

/** What narrows units. */
export const ShippedFilter = ShipmentFilter.extend({
  tab: z.enum(SHIPMENT_TABS).default('shipped'),
  /** True: stock of the manufacturer alone; false: units of distributors. */
  manufacturer_stock: z.boolean().optional(),
  shipment_id: RowId.optional(),
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
  ever_online: z.boolean().optional(),
  state: z.enum(SHIPMENT_STATES).optional(),
})
export type ShippedFilter = z.output<typeof ShippedFilter>

/** What an export of shipped units can hold: a packing list, where it is of one batch. */
export const SHIPMENT_EXPORT_COLUMNS = [
  'mac',
  'product_name',
  'batch_no',
  'sender_name',
  'receiver_name',
  'operator',
  'order_no',
  'logistics_no',
  'state',
  'ship_time',
  'confirmed_time',
  'returned_time',
  'reason',
  'first_online_time',
  'bound',
] as const

/** All of one batch, or some of its units. */
export const SomeOfShipment = z.object({ shipment_id: RowId, macs: MacList.optional() })
export const Recall = SomeOfShipment.extend({ reason: z.string().trim().min(1).max(LIMITS.reason_max) })

/** The line of figures above the tabs; of what the caller's own distributor has and sent. */
export const ShipmentFigures = z.object({
  in_stock: z.number().int(),
  shipped_this_month: z.number().int(),
  /** Shipped more than 30 days ago, and never on line since. */
  not_online: z.number().int(),
  returned: z.number().int(),
})
export type ShipmentFigures = z.output<typeof ShipmentFigures>

export const exampleShipment: Shipment = {
  shipment_id: 12,
  batch_no: 'S0000000012',
  sender_id: 1,
  sender_name: 'Zhejiang Nuanyuan',
  receiver_id: 7,
  receiver_name: 'Hangzhou Nuanyuan',
  receiver_level: 2,
  order_no: 'PO-2026-118',
  logistics_no: 'SF1402',
  remark: '',
  operator: 'zhejiang',
  ship_time: '2026-11-21T09:15:00.000Z',
  products: [{ name: 'R290 整体式热泵', english_name: 'R290 monobloc', count: 20 }],
  device_count: 20,
  confirmed_count: 18,
  returned_count: 2,
  online_count: 11,
  may_confirm: false,
}

export const exampleShipped: ShippedDevice = {
  mac: '863412060123455',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  shipment_id: 12,
  batch_no: 'S0000000012',
  sender_id: 1,
  sender_name: 'Zhejiang Nuanyuan',
  receiver_id: 7,
  receiver_name: 'Hangzhou Nuanyuan',
  receiver_level: 2,
  receiver_region: '330100',
  operator: 'zhejiang',
  order_no: 'PO-2026-118',
  logistics_no: 'SF1402',
  state: 'confirmed',
  ship_time: '2026-11-21T09:15:00.000Z',
  confirmed_time: '2026-11-22T10:00:00.000Z',
  returned_time: null,
  returned_by: '',
  reason: '',
  import_time: '2026-11-01T08:00:00.000Z',
  import_tag: 'CN-01',
  first_online_time: null,
  bound: false,
  may_recall: true,
  may_confirm: false,
}
