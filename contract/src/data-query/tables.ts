import { CONTROL_SOURCES, type ControlLogRow } from '../controls/controls.ts'
import type { ScopedResource } from '../data-scope.ts'
import type { Device } from '../devices/devices.ts'
import type { Distributor } from '../distributors/distributors.ts'
import type { IccidCard } from '../iccids/card.ts'
import type { Permission } from '../permissions.ts'
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

/** What a column holds, and so which conditions and calculations it takes. Times are ISO 8601 UTC. */
export const QUERY_KINDS = ['text', 'integer', 'number', 'boolean', 'time'] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

/** A column that may be asked for; `right` = a right beyond that of its table, `values` = all that a text column can hold. */
export type QueryColumn = { kind: QueryKind; right?: Permission; values?: readonly string[] }

/** A table that may be asked for. Rows are those of the caller's scope. */
export type QueryTable = {
  right: Permission
  /** Whose data scope narrows it. */
  scope: ScopedResource
  /** Names the row; rows that are equal otherwise are in its order. */
  key: string
  columns: Readonly<Record<string, QueryColumn>>
  /** Columns by which it may be joined, with the column of the other table. */
  links: Readonly<Record<string, { table: string; name: string }>>
}

const text = { kind: 'text' } as const
const integer = { kind: 'integer' } as const
const number = { kind: 'number' } as const
const boolean = { kind: 'boolean' } as const
const time = { kind: 'time' } as const
const personal = { kind: 'text', right: 'pii:view' } as const
const oneOf = (values: readonly string[]) => ({ kind: 'text', values }) as const

/** Columns are named as in the rows that the other calls answer with. */
type ColumnsOf<Row> = { [Name in keyof Row]?: QueryColumn }

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

/** All that `UserFormatDataQuery` may name. */
export const QUERY_TABLES = {
  device: {
    right: 'device:view',
    scope: 'device',
    key: 'mac',
    columns: device,
    links: { product_key: { table: 'product', name: 'product_key' }, agent_id: { table: 'agent', name: 'agent_id' } },
  },
  product: { right: 'product:view', scope: 'device', key: 'product_key', columns: product, links: {} },
  agent: { right: 'agent:view', scope: 'agent', key: 'agent_id', columns: agent, links: {} },
  iccid: {
    right: 'iccid:view',
    scope: 'device',
    key: 'card_id',
    columns: iccid,
    links: { mac: { table: 'device', name: 'mac' }, agent_id: { table: 'agent', name: 'agent_id' } },
  },
  control: {
    right: 'controllog:view',
    scope: 'controllog',
    key: 'control_id',
    columns: control,
    links: { mac: { table: 'device', name: 'mac' } },
  },
} as const satisfies Record<string, QueryTable>

export type QueryTableName = keyof typeof QUERY_TABLES
export const QUERY_TABLE_NAMES = Object.keys(QUERY_TABLES) as [QueryTableName, ...QueryTableName[]]

/** A way to join two tables: equal columns of both. */
export type QueryLink = { name: string; other_table: QueryTableName; other_name: string }

/** Ways to join a table to another one, in the words of the first. */
export const linksOf = (table: QueryTableName, other_table: QueryTableName): QueryLink[] => {
  const [own, others]: QueryTable['links'][] = [QUERY_TABLES[table].links, QUERY_TABLES[other_table].links]
  return [
    ...Object.entries(own ?? {})
      .filter(([, link]) => link.table === other_table)
      .map(([name, link]) => ({ name, other_table, other_name: link.name })),
    ...Object.entries(others ?? {})
      .filter(([, link]) => link.table === table)
      .map(([other_name, link]) => ({ name: link.name, other_table, other_name })),
  ]
}

/** True when two tables may be joined by these columns, whichever comes first. */
export const isLink = (
  one: { table: QueryTableName; name: string },
  other: { table: QueryTableName; name: string },
): boolean => leads(one, other) || leads(other, one)

const leads = (from: { table: QueryTableName; name: string }, to: { table: QueryTableName; name: string }): boolean => {
  const links: QueryTable['links'] = QUERY_TABLES[from.table].links
  const link = links[from.name]
  return link !== undefined && link.table === to.table && link.name === to.name
}
