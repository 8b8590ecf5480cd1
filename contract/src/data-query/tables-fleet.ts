import { CONTROL_SOURCES, type ControlLogRow } from '../controls/controls.ts'
import type { Device } from '../devices/devices.ts'
import type { Distributor } from '../distributors/distributors.ts'
import type { IccidCard } from '../iccids/card.ts'
import { SEVERITIES } from '../preferences.ts'
import {
  PRODUCT_CATEGORIES,
  PRODUCT_DATA_TYPES,
  PRODUCT_STATES,
  type Product,
  TOPOLOGIES,
} from '../products/products.ts'
import {
  BUS_STATES,
  CONTROL_STATES,
  ICCID_STATES,
  IDENTIFY_STATES,
  ONLINE_STATES,
  RECOGNITION_STATES,
} from '../transitions.ts'
import {
  boolean,
  type ColumnsOf,
  integer,
  number,
  OF_DEVICE,
  oneOf,
  personal,
  type QueryTable,
  text,
  time,
} from './columns.ts'

const device = {
  mac: text,
  device_name: text,
  product_key: text,
  product_name: text,
  product_english_name: text,
  net: oneOf(['wifi', '4g']),
  online_status: oneOf(ONLINE_STATES),
  first_online_time: time,
  last_online_time: time,
  last_offline_time: time,
  online_times: integer,
  last_report_time: time,
  identify_status: oneOf(IDENTIFY_STATES),
  vcard_pk: oneOf(RECOGNITION_STATES),
  active_status: boolean,
  replaced_time: time,
  alarm_status: boolean,
  alarm_count: integer,
  alarm_severity: oneOf(SEVERITIES),
  last_alarm_time: time,
  software_version: text,
  hardware_version: text,
  module_type: text,
  module_version: text,
  bus_status: oneOf(BUS_STATES),
  rssi_dbm: integer,
  info_pk: text,
  dtu_default_pk: text,
  iccid: text,
  agent_id: integer,
  agent_name: text,
  import_tag: text,
  import_time: time,
  import_count: integer,
  imported_user: text,
  simulated: boolean,
  flow_c: number,
} as const satisfies ColumnsOf<Device>

const product = {
  product_key: text,
  name: text,
  english_name: text,
  category: oneOf(PRODUCT_CATEGORIES),
  description: text,
  data_type: oneOf(PRODUCT_DATA_TYPES),
  topology: oneOf(TOPOLOGIES),
  solution: text,
  bind_limit: integer,
  state: oneOf(PRODUCT_STATES),
  disabled: boolean,
  built_in: boolean,
  created_at: time,
} as const satisfies ColumnsOf<Product>

const agent = {
  agent_id: integer,
  agent_name: text,
  agent_level: integer,
  country: text,
  region_code: text,
  region_text: text,
  address: text,
  business_scope: text,
  phone: personal,
  email: personal,
  disabled: boolean,
} as const satisfies ColumnsOf<Distributor>

const iccid = {
  card_id: integer,
  iccid: text,
  msisdn: text,
  operator: text,
  plan: text,
  activation_time: time,
  expiration_time: time,
  status: oneOf(ICCID_STATES),
  traffic_used_mb: number,
  traffic_total_mb: number,
  mac: text,
  agent_id: integer,
  import_time: time,
  imported_user: text,
} as const satisfies ColumnsOf<IccidCard>

const control = {
  control_id: integer,
  mac: text,
  operator_name: text,
  operator_email: personal,
  operator_phone: personal,
  control_time: time,
  finish_time: time,
  source: oneOf(CONTROL_SOURCES),
  point_key: text,
  old_value: number,
  new_value: number,
  read_back: number,
  state: oneOf(CONTROL_STATES),
  reason: text,
  control_data: text,
} as const satisfies ColumnsOf<ControlLogRow>

/** Units, their products, distributors and cards, and what was set on them. */
export const FLEET_TABLES = {
  device: {
    right: 'device:view',
    keys: ['mac'],
    columns: device,
    links: { product_key: { table: 'product', name: 'product_key' }, agent_id: { table: 'agent', name: 'agent_id' } },
  },
  product: { right: 'product:view', keys: ['product_key'], columns: product, links: {} },
  agent: { right: 'agent:view', keys: ['agent_id'], columns: agent, links: {} },
  iccid: {
    right: 'iccid:view',
    keys: ['card_id'],
    columns: iccid,
    links: { ...OF_DEVICE, agent_id: { table: 'agent', name: 'agent_id' } },
  },
  control: {
    right: 'controllog:view',
    keys: ['control_id'],
    columns: control,
    links: OF_DEVICE,
  },
} as const satisfies Record<string, QueryTable>
