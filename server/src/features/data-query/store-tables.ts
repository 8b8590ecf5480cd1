import type { QUERY_TABLES, QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { agentsWithin, iccidsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import { IS_IDENTIFIED, ONLINE_STATUS } from '../devices/public.ts'

/** Where the columns of a table come from, and which of its rows a scope sees. */
type Source<Name extends QueryTableName> = {
  columns: Record<keyof (typeof QUERY_TABLES)[Name]['columns'], RawBuilder<unknown>>
  /** Left joins leave out what no column needs. */
  from: RawBuilder<unknown>
  within: (scope: Scope) => Expression<SqlBool>
}

const column = (name: string): RawBuilder<unknown> => sql.ref(name)

/** Every product is shown to all who may see products, as in their list. */
const everyProduct = (): Expression<SqlBool> => sql<SqlBool>`true`

/** The scope is part of each table itself, so that no condition, join or calculation reaches beyond it. */
export const QUERY_SOURCES: { [Name in QueryTableName]: Source<Name> } = {
  device: {
    columns: {
      mac: column('devices.mac'),
      device_name: column('devices.device_name'),
      product_key: column('devices.product_key'),
      product_name: column('products.name'),
      product_english_name: column('products.english_name'),
      net: column('devices.net'),
      online_status: ONLINE_STATUS,
      first_online_time: column('device_status.first_online_at'),
      last_online_time: column('device_status.last_online_at'),
      last_offline_time: column('device_status.last_offline_at'),
      online_times: sql`coalesce(device_status.online_times, 0)`,
      last_report_time: column('device_status.last_report_at'),
      identify_status: sql`case when ${IS_IDENTIFIED} then 'recognized' else 'unrecognized' end`,
      vcard_pk: column('devices.identify_status'),
      active_status: column('devices.active'),
      replaced_time: column('devices.replaced_at'),
      alarm_status: sql`coalesce(device_status.alarm_count > 0, false)`,
      alarm_count: sql`coalesce(device_status.alarm_count, 0)`,
      alarm_severity: column('device_status.alarm_severity'),
      last_alarm_time: column('device_status.last_alarm_at'),
      software_version: column('devices.software_version'),
      hardware_version: column('devices.hardware_version'),
      module_type: column('devices.module_type'),
      module_version: column('devices.module_version'),
      bus_status: sql`coalesce(device_status.bus_status, 'unknown')`,
      rssi_dbm: column('device_status.rssi_dbm'),
      info_pk: column('devices.info_pk'),
      dtu_default_pk: column('devices.dtu_default_pk'),
      iccid: column('devices.iccid'),
      agent_id: column('devices.agent_id'),
      agent_name: column('distributors.agent_name'),
      import_tag: column('devices.import_tag'),
      import_time: column('devices.import_time'),
      import_count: column('devices.import_count'),
      imported_user: column('devices.imported_user'),
      simulated: column('devices.simulated'),
      flow_c: column('device_status.flow_c'),
    },
    from: sql`devices
      left join products on products.product_key = devices.product_key
      left join distributors on distributors.agent_id = devices.agent_id
      left join device_status on device_status.device_id = devices.device_id`,
    within: (scope) => withinScope(scope, 'devices'),
  },
  product: {
    columns: {
      product_key: column('products.product_key'),
      name: column('products.name'),
      english_name: column('products.english_name'),
      category: column('products.category'),
      description: column('products.description'),
      data_type: column('products.data_type'),
      topology: column('products.topology'),
      solution: column('products.solution'),
      bind_limit: column('products.bind_limit'),
      state: column('products.state'),
      disabled: column('products.disabled'),
      built_in: column('products.built_in'),
      created_at: column('products.created_at'),
    },
    from: sql`products`,
    within: everyProduct,
  },
  agent: {
    columns: {
      agent_id: column('distributors.agent_id'),
      agent_name: column('distributors.agent_name'),
      agent_level: column('distributors.agent_level'),
      country: column('distributors.country'),
      region_code: column('distributors.region_code'),
      region_text: column('distributors.region_text'),
      address: column('distributors.address'),
      business_scope: column('distributors.business_scope'),
      phone: column('distributors.phone'),
      email: column('distributors.email'),
      disabled: column('distributors.disabled'),
    },
    from: sql`distributors`,
    within: (scope) => agentsWithin(scope, 'distributors'),
  },
  iccid: {
    columns: {
      card_id: column('iccids.card_id'),
      iccid: column('iccids.iccid'),
      msisdn: column('iccids.msisdn'),
      operator: column('iccids.operator'),
      plan: column('iccids.plan'),
      activation_time: column('iccids.activated_at'),
      expiration_time: column('iccids.expires_at'),
      status: column('iccids.status'),
      traffic_used_mb: column('iccids.traffic_used_mb'),
      traffic_total_mb: column('iccids.traffic_total_mb'),
      mac: column('devices.mac'),
      agent_id: column('devices.agent_id'),
      import_time: column('iccids.imported_at'),
      imported_user: column('iccids.imported_user'),
    },
    from: sql`iccids left join devices on devices.device_id = iccids.device_id`,
    within: (scope) => iccidsWithin(scope, 'iccids'),
  },
  control: {
    columns: {
      control_id: column('control_log.control_id'),
      mac: column('devices.mac'),
      operator_name: column('control_log.operator_name'),
      operator_email: column('control_log.operator_email'),
      operator_phone: column('control_log.operator_phone'),
      control_time: column('control_log.control_time'),
      finish_time: column('control_log.finish_time'),
      source: column('control_log.source'),
      point_key: column('control_log.point_key'),
      old_value: column('control_log.old_value'),
      new_value: column('control_log.new_value'),
      read_back: column('control_log.read_back'),
      state: column('control_log.state'),
      reason: column('control_log.reason'),
      control_data: column('control_log.control_data'),
    },
    from: sql`control_log join devices on devices.device_id = control_log.device_id`,
    within: (scope) => withinScope(scope, 'devices'),
  },
}
