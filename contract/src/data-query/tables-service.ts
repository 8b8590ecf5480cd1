import { ALARM_CONDITIONS, type Alarm } from '../alarms/alarm.ts'
import { ALARM_REASONS, ALARM_TYPE_NAMES } from '../alarms/types.ts'
import { type DeviceDay, ELECTRICITY_METHODS, HEAT_METHODS } from '../device-days/device-days.ts'
import { DEVICE_LOG_TYPES, type DeviceLogEntry } from '../device-log/device-log.ts'
import { FIRMWARE_MODULES } from '../device-protocol/ota-messages.ts'
import type { Firmware, Upgrade } from '../firmware/firmware.ts'
import { SEVERITIES } from '../preferences.ts'
import {
  ORDER_PRIORITIES,
  ORDER_SOURCES,
  ORDER_STATES,
  ORDER_TYPES,
  type OrderDetail,
  RATINGS,
} from '../service-orders/row.ts'
import { ORDER_CAUSES } from '../service-orders/visit.ts'
import { SHIPMENT_STATES, type Shipment, type ShippedDevice } from '../shipments/shipments.ts'
import { ALARM_HANDLING_STATES, UPGRADE_STATES } from '../transitions.ts'
import {
  boolean,
  type ColumnsOf,
  day,
  integer,
  number,
  OF_DEVICE,
  oneOf,
  type QueryTable,
  text,
  time,
} from './columns.ts'

/** Tables about units say which unit by these. */
const unit = { mac: text, device_name: text, product_key: text } as const

const alarm = {
  alarm_id: integer,
  ...unit,
  type: oneOf(ALARM_TYPE_NAMES),
  rule_key: text,
  code: text,
  severity: oneOf(SEVERITIES),
  reason: oneOf(ALARM_REASONS),
  condition: oneOf(ALARM_CONDITIONS),
  handling: oneOf(ALARM_HANDLING_STATES),
  value: number,
  first_time: time,
  last_time: time,
  recovered_time: time,
  due_time: time,
  handled_time: time,
  count: integer,
  agent_id: integer,
  agent_name: text,
  assignee: text,
  muted: boolean,
  storm_id: integer,
} as const satisfies ColumnsOf<Alarm>

const event = {
  event_id: integer,
  at: time,
  type: oneOf(DEVICE_LOG_TYPES),
  kind: text,
  ...unit,
} as const satisfies ColumnsOf<DeviceLogEntry & { event_id: number }>

/** Figures of a unit and day in the unit's own zone. */
const device_day = {
  ...unit,
  day,
  is_complete: boolean,
  reports: integer,
  quality: number,
  online_share: number,
  heat_method: oneOf(HEAT_METHODS),
  electricity_method: oneOf(ELECTRICITY_METHODS),
  heat_kwh: number,
  heat_heating_kwh: number,
  heat_hot_water_kwh: number,
  heat_cooling_kwh: number,
  electricity_kwh: number,
  electricity_heating_kwh: number,
  electricity_hot_water_kwh: number,
  electricity_cooling_kwh: number,
  cop: number,
  starts: integer,
  run_minutes: number,
  median_cycle_minutes: number,
  defrosts: integer,
  defrost_minutes: number,
  heater_minutes: number,
  mean_ambient_c: number,
  min_ambient_c: number,
  mean_flow_c: number,
  alarms_raised: integer,
} as const satisfies ColumnsOf<DeviceDay & { mac: string; device_name: string; product_key: string }>

/** Words of a respondent are read one order at a time, not searched. */
const service_order = {
  order_id: integer,
  status: oneOf(ORDER_STATES),
  type: oneOf(ORDER_TYPES),
  source: oneOf(ORDER_SOURCES),
  priority: oneOf(ORDER_PRIORITIES),
  ...unit,
  agent_id: integer,
  agent_name: text,
  handler: text,
  feedback_time: time,
  answered_time: time,
  last_reply_time: time,
  resolved_time: time,
  rating: oneOf(RATINGS),
  revisited_time: time,
  alarm_id: integer,
  visit_from: time,
  visit_to: time,
  cause: oneOf(ORDER_CAUSES),
} as const satisfies ColumnsOf<OrderDetail>

const shipment = {
  shipment_id: integer,
  batch_no: text,
  receiver_id: integer,
  receiver_name: text,
  order_no: text,
  logistics_no: text,
  remark: text,
  ship_time: time,
} as const satisfies ColumnsOf<Shipment>

const shipped_device = {
  shipment_id: integer,
  mac: text,
  product_key: text,
  state: oneOf(SHIPMENT_STATES),
  confirmed_time: time,
  returned_time: time,
  reason: text,
} as const satisfies ColumnsOf<ShippedDevice & { product_key: string }>

const firmware = {
  firmware_id: integer,
  product_key: text,
  module: oneOf(FIRMWARE_MODULES),
  name: text,
  hardware_version: text,
  software_version: text,
  min_software_version: text,
  auto_upgrade: boolean,
  enabled: boolean,
  file_name: text,
  size: integer,
  uploader: text,
  upload_time: time,
} as const satisfies ColumnsOf<Firmware>

const upgrade = {
  upgrade_id: integer,
  firmware_id: integer,
  firmware_name: text,
  module: oneOf(FIRMWARE_MODULES),
  mac: text,
  product_key: text,
  from_version: text,
  to_version: text,
  state: oneOf(UPGRADE_STATES),
  reason: text,
  percent: integer,
  create_time: time,
  update_time: time,
  finish_time: time,
} as const satisfies ColumnsOf<Upgrade & { product_key: string }>

const OF_AGENT = { agent_id: { table: 'agent', name: 'agent_id' } } as const
const OF_PRODUCT = { product_key: { table: 'product', name: 'product_key' } } as const

/** What happens to units: alarms, events, days, service, shipments, firmware. */
export const SERVICE_TABLES = {
  alarm: {
    right: 'alarm:view',
    keys: ['alarm_id'],
    columns: alarm,
    links: { ...OF_DEVICE, ...OF_AGENT, ...OF_PRODUCT },
  },
  event: { right: 'log:view', keys: ['event_id'], columns: event, links: { ...OF_DEVICE, ...OF_PRODUCT } },
  device_day: {
    right: 'history:view',
    keys: ['mac', 'day'],
    columns: device_day,
    links: { ...OF_DEVICE, ...OF_PRODUCT },
  },
  service_order: {
    right: 'order:view',
    keys: ['order_id'],
    columns: service_order,
    links: { ...OF_DEVICE, ...OF_AGENT, ...OF_PRODUCT, alarm_id: { table: 'alarm', name: 'alarm_id' } },
  },
  shipment: {
    right: 'shipment:view',
    keys: ['shipment_id'],
    columns: shipment,
    links: { receiver_id: { table: 'agent', name: 'agent_id' } },
  },
  shipped_device: {
    right: 'shipment:view',
    keys: ['shipment_id', 'mac'],
    columns: shipped_device,
    links: { ...OF_DEVICE, ...OF_PRODUCT, shipment_id: { table: 'shipment', name: 'shipment_id' } },
  },
  firmware: { right: 'ota:view', keys: ['firmware_id'], columns: firmware, links: OF_PRODUCT },
  upgrade: {
    right: 'ota:view',
    keys: ['upgrade_id'],
    columns: upgrade,
    links: { ...OF_DEVICE, ...OF_PRODUCT, firmware_id: { table: 'firmware', name: 'firmware_id' } },
  },
} as const satisfies Record<string, QueryTable>
