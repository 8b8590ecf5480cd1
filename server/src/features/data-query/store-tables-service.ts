import type { SERVICE_TABLES } from '@heatfleet/contract/data-query/tables-service.ts'
import { type RawBuilder, sql } from 'kysely'
import { agentsWithin, every, shipmentsWithin, shippedWithin, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import { EVENT_KIND, EVENT_TYPE, IS_SHOWN_EVENT } from '../device-log/public.ts'
import { ORDERS_WITH_AGENT, ordersWithin } from '../service-orders/public.ts'
import { column, everyRow, type SourcesOf } from './source.ts'

/** Columns that have the same name in their table. */
const columnsOf = <Name extends string>(table: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, column(`${table}.${name}`)])) as Record<Name, RawBuilder<unknown>> // one for each

const UNIT = columnsOf('devices', ['mac', 'device_name', 'product_key'])

/** Alarms, events, days, service orders, shipments and firmware. */
export const SERVICE_SOURCES: SourcesOf<typeof SERVICE_TABLES> = {
  alarm: {
    columns: {
      ...UNIT,
      ...columnsOf('alarms', [
        'alarm_id',
        'type',
        'rule_key',
        'code',
        'severity',
        'reason',
        'handling',
        'value',
        'count',
        'muted',
        'storm_id',
      ]),
      condition: sql`case when alarms.active then 'active' else 'recovered' end`,
      first_time: column('alarms.first_at'),
      last_time: column('alarms.last_at'),
      recovered_time: column('alarms.recovered_at'),
      due_time: column('alarms.due_at'),
      handled_time: column('alarms.handled_at'),
      agent_id: column('distributors.agent_id'),
      agent_name: column('distributors.agent_name'),
      assignee: sql`coalesce(accounts.user_name, '')`,
    },
    from: ({ agent }) => sql`alarms join devices on devices.device_id = alarms.device_id
      left join distributors on distributors.agent_id = devices.agent_id and ${agentsWithin(agent, 'distributors')}
      left join accounts on accounts.uid = alarms.assignee_uid`,
    within: ({ device }) => alarmsWithin(device, 'alarms'),
  },
  event: {
    columns: {
      ...UNIT,
      event_id: column('device_events.event_id'),
      at: column('device_events.at'),
      type: EVENT_TYPE,
      kind: EVENT_KIND,
    },
    from: () => sql`device_events join devices on devices.device_id = device_events.device_id`,
    within: ({ device }) => every(IS_SHOWN_EVENT, withinScope(device, 'devices')),
  },
  device_day: {
    columns: {
      ...UNIT,
      ...columnsOf('device_days', [
        'day',
        'is_complete',
        'reports',
        'quality',
        'online_share',
        'heat_method',
        'electricity_method',
        'heat_kwh',
        'heat_heating_kwh',
        'heat_hot_water_kwh',
        'heat_cooling_kwh',
        'electricity_kwh',
        'electricity_heating_kwh',
        'electricity_hot_water_kwh',
        'electricity_cooling_kwh',
        'cop',
        'starts',
        'run_minutes',
        'median_cycle_minutes',
        'defrosts',
        'defrost_minutes',
        'heater_minutes',
        'mean_ambient_c',
        'min_ambient_c',
        'mean_flow_c',
        'alarms_raised',
      ]),
    },
    from: () => sql`device_days join devices on devices.device_id = device_days.device_id`,
    within: ({ device }) => withinScope(device, 'devices'),
  },
  service_order: {
    columns: {
      ...UNIT,
      ...columnsOf('service_orders', [
        'order_id',
        'status',
        'type',
        'source',
        'priority',
        'rating',
        'alarm_id',
        'visit_from',
        'visit_to',
        'cause',
      ]),
      agent_id: column('distributors.agent_id'),
      agent_name: sql`coalesce(distributors.agent_name, '')`,
      handler: sql`coalesce(accounts.user_name, '')`,
      feedback_time: column('service_orders.feedback_at'),
      answered_time: column('service_orders.answered_at'),
      last_reply_time: column('service_orders.last_reply_at'),
      resolved_time: column('service_orders.resolved_at'),
      revisited_time: column('service_orders.revisited_at'),
    },
    from: () => sql`${ORDERS_WITH_AGENT} left join accounts on accounts.uid = service_orders.handler_uid`,
    within: ({ device }) => ordersWithin(device),
  },
  shipment: {
    columns: {
      ...columnsOf('shipments', [
        'shipment_id',
        'batch_no',
        'receiver_id',
        'receiver_name',
        'order_no',
        'logistics_no',
        'remark',
      ]),
      ship_time: column('shipments.shipped_at'),
    },
    from: () => sql`shipments`,
    within: ({ device }) => shipmentsWithin(device, 'shipments'),
  },
  shipped_device: {
    columns: {
      mac: column('devices.mac'),
      product_key: column('devices.product_key'),
      ...columnsOf('shipment_devices', ['shipment_id', 'state', 'reason']),
      confirmed_time: column('shipment_devices.confirmed_at'),
      returned_time: column('shipment_devices.returned_at'),
    },
    from: () => sql`shipment_devices join shipments on shipments.shipment_id = shipment_devices.shipment_id
      join devices on devices.device_id = shipment_devices.device_id`,
    within: ({ device }) => shippedWithin(device, 'shipment_devices'),
  },
  firmware: {
    columns: {
      ...columnsOf('firmware', [
        'firmware_id',
        'product_key',
        'module',
        'name',
        'hardware_version',
        'software_version',
        'min_software_version',
        'auto_upgrade',
        'enabled',
        'file_name',
        'size',
        'uploader',
      ]),
      upload_time: column('firmware.uploaded_at'),
    },
    from: () => sql`(select * from firmware where deleted_at is null) firmware`,
    within: everyRow,
  },
  upgrade: {
    columns: {
      mac: column('devices.mac'),
      product_key: column('devices.product_key'),
      ...columnsOf('upgrades', ['upgrade_id', 'firmware_id', 'from_version', 'state', 'reason', 'percent']),
      firmware_name: column('firmware.name'),
      module: column('firmware.module'),
      to_version: column('firmware.software_version'),
      create_time: column('upgrades.created_at'),
      update_time: column('upgrades.moved_at'),
      finish_time: column('upgrades.finished_at'),
    },
    from: () => sql`upgrades join firmware on firmware.firmware_id = upgrades.firmware_id
      join devices on devices.device_id = upgrades.device_id`,
    within: ({ device }) => withinScope(device, 'devices'),
  },
}
