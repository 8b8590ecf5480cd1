import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { HistorySeries } from './history-series.ts'
import { DeviceId } from './identifiers.ts'
import { LIMITS } from './limits.ts'
import { Paging, pageOf } from './paging.ts'
import { Words } from './points.ts'
import { BUS_STATES, ONLINE_STATES, RECOGNITION_STATES } from './transitions.ts'

const Time = z.iso.datetime()

/** A device as the list shows it (spec 3). Times are ISO 8601 UTC, null = never. */
export const Device = z.object({
  /** IMEI (15 digits, 4G) or MAC (12 hex, WiFi); labelled imei. */
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  net: z.enum(['wifi', '4g']),
  online_status: z.enum(ONLINE_STATES),
  online_since: Time.nullable(),
  first_online_time: Time.nullable(),
  last_online_time: Time.nullable(),
  last_offline_time: Time.nullable(),
  online_times: z.number().int(),
  last_report_time: Time.nullable(),
  identify_status: z.enum(RECOGNITION_STATES),
  active_status: z.boolean(),
  alarm_status: z.boolean(),
  alarm_count: z.number().int(),
  /** Keys of the fault points that are set in the last report, worst first. */
  alarm_keys: z.array(z.string()),
  last_alarm_time: Time.nullable(),
  /** Display and main board, as the module registered them. */
  software_version: z.string(),
  hardware_version: z.string(),
  module_version: z.string(),
  bus_status: z.enum(BUS_STATES),
  rssi_dbm: z.number().int().nullable(),
  info_pk: z.string().nullable(),
  dtu_default_pk: z.string().nullable(),
  iccid: z.string().nullable(),
  agent_id: z.number().int(),
  agent_name: z.string(),
  position: z.object({ lat: z.number(), lon: z.number(), address: z.string() }).nullable(),
  import_tag: z.string(),
  import_time: Time,
  import_count: z.number().int(),
  imported_user: z.string(),
  simulated: z.boolean(),
  favourite: z.boolean(),
  /** Flow water temperature of the last report; null when unknown or not reported. */
  flow_c: z.number().nullable(),
})
export type Device = z.infer<typeof Device>

/** One value with its own age: blocks are polled at different rates. */
export const LatestValue = z.object({ key: z.string(), value: z.number(), at: z.number().int() })
export type LatestValue = z.infer<typeof LatestValue>

/** All that the detail page opens with. */
export const DeviceDetail = Device.extend({
  layout_id: z.number().int(),
  /** Names of the distributors above, province first. */
  agent_chain: z.array(z.string()),
  values: z.array(LatestValue),
})
export type DeviceDetail = z.infer<typeof DeviceDetail>

/** Quick tabs over the list (product 3.7). */
export const QUICK_TABS = [
  'all',
  'online',
  'offline_24h',
  'alarm',
  'unrecognized',
  'never_online',
  'favourites',
] as const
export type QuickTab = (typeof QUICK_TABS)[number]

export const DEVICE_SORTS = [
  'mac',
  'device_name',
  'product_name',
  'online_status',
  'agent_name',
  'software_version',
  'last_report_time',
  'last_online_time',
  'first_online_time',
  'online_times',
  'last_alarm_time',
  'import_time',
] as const

/** Filters of the list; whatever is left out does not filter. */
export const DeviceFilter = z.object({
  /** Complete ids. */
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
  device_name: z.string().trim().max(100).optional(),
  /** Global search: the beginning of an id or ICCID, or a part of the name. */
  search: z.string().trim().max(100).optional(),
  product_key: z.string().max(64).optional(),
  agent_id: z.number().int().optional(),
  include_lower: z.boolean().default(true),
  online_status: z.enum(ONLINE_STATES).optional(),
  active_status: z.boolean().optional(),
  alarm_status: z.boolean().optional(),
  identify_status: z.enum(RECOGNITION_STATES).optional(),
  bus_status: z.enum(BUS_STATES).optional(),
  net: z.enum(['wifi', '4g']).optional(),
  software_version: z.string().trim().max(40).optional(),
  hardware_version: z.string().trim().max(40).optional(),
  import_tag: z.string().trim().max(40).optional(),
  last_online_from: Time.optional(),
  last_online_to: Time.optional(),
  quick: z.enum(QUICK_TABS).default('all'),
  sort_by: z.enum(DEVICE_SORTS).default('mac'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type DeviceFilter = z.infer<typeof DeviceFilter>

const ByMac = z.object({ mac: DeviceId })

const exampleDevice: Device = {
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 Monobloc',
  net: '4g',
  online_status: 'online',
  online_since: '2026-11-18T06:12:00.000Z',
  first_online_time: '2026-09-02T10:00:00.000Z',
  last_online_time: '2026-11-18T06:12:00.000Z',
  last_offline_time: '2026-11-18T06:02:00.000Z',
  online_times: 17,
  last_report_time: '2026-11-21T09:15:00.000Z',
  identify_status: 'recognized',
  active_status: true,
  alarm_status: false,
  alarm_count: 0,
  alarm_keys: [],
  last_alarm_time: null,
  software_version: '2.08',
  hardware_version: 'CG248075',
  module_version: '1.3.0',
  bus_status: 'ok',
  rssi_dbm: -71,
  info_pk: 'r290-monobloc',
  dtu_default_pk: null,
  iccid: '89860324421045678909',
  agent_id: 12,
  agent_name: 'Yuhang',
  position: { lat: 30.42, lon: 120.3, address: 'Yuhang, Hangzhou' },
  import_tag: 'demo',
  import_time: '2026-09-01T08:00:00.000Z',
  import_count: 1,
  imported_user: 'admin',
  simulated: true,
  favourite: false,
  flow_c: 38.6,
}

export const devices = endpoints({
  deviceList: {
    method: 'POST',
    path: '/device-inventory/device-list',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    query: Paging,
    body: DeviceFilter.default({ include_lower: true, quick: 'all', sort_by: 'mac', sort_order: 'asc' }),
    result: pageOf(Device).extend({
      /** How many devices each quick tab would show under the other filters. */
      counts: z.record(z.enum(QUICK_TABS), z.number().int()),
    }),
    fails: [],
    says: 'Devices in scope, filtered, sorted and paged on the server, with the counts of the quick tabs.',
    example: {
      list: [exampleDevice],
      total: 1,
      pageNo: 1,
      size: 999,
      counts: { all: 1, online: 1, offline_24h: 0, alarm: 0, unrecognized: 0, never_online: 0, favourites: 0 },
    },
  },
  deviceInfo: {
    method: 'GET',
    path: '/device-inventory/device-info',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    query: ByMac,
    result: DeviceDetail,
    fails: ['device_not_found'],
    says: 'One device with its last values, each with its own time.',
    example: {
      ...exampleDevice,
      layout_id: 1,
      agent_chain: ['Zhejiang', 'Hangzhou', 'Yuhang'],
      values: [{ key: 't_out', value: 38.6, at: 1_795_252_500_000 }],
    },
  },
  deviceModel: {
    method: 'GET',
    path: '/device-inventory/device-model',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    query: ByMac,
    result: z.object({
      mac: z.string(),
      product_key: z.string(),
      info_pk: z.string().nullable(),
      dtu_default_pk: z.string().nullable(),
      vcard_pk: z.enum(RECOGNITION_STATES),
      /** Only generic modules may be asked to recognise the board. */
      generic: z.boolean(),
      online_status: z.enum(ONLINE_STATES),
      /** Whether the set and the recognised model agree; null while one of them is missing. */
      agreement: z.boolean().nullable(),
    }),
    fails: ['device_not_found'],
    says: 'Which model the board was recognised as, and which one was set for the module.',
    example: {
      mac: '863412060123455',
      product_key: 'r290-monobloc',
      info_pk: 'r290-monobloc',
      dtu_default_pk: null,
      vcard_pk: 'recognized',
      generic: true,
      online_status: 'online',
      agreement: null,
    },
  },
  deviceUpdate: {
    method: 'POST',
    path: '/device-inventory/device-update',
    kind: 'change',
    of: 'device',
    needs: 'device:edit',
    query: ByMac.extend({ device_name: z.string().trim().min(1).max(LIMITS.device_name_max) }),
    result: z.object({ mac: z.string(), device_name: z.string() }),
    fails: ['device_not_found'],
    says: 'Renames a device; consoles that show it are told.',
    example: { mac: '863412060123455', device_name: 'Villa Linden 4' },
  },
  deviceFavourite: {
    method: 'POST',
    path: '/device-inventory/device-favourite',
    kind: 'change',
    of: 'device',
    needs: 'device:view',
    query: ByMac.extend({ favourite: z.enum(['true', 'false']).transform((text) => text === 'true') }),
    result: z.object({ mac: z.string(), favourite: z.boolean() }),
    fails: ['device_not_found'],
    says: 'Marks a device as a favourite of the own account, or takes the mark away.',
    example: { mac: '863412060123455', favourite: true },
  },
  menuProducts: {
    method: 'GET',
    path: '/device-inventory/list-menu-product',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    result: z.array(z.object({ product_key: z.string(), name: z.string(), device_count: z.number().int() })),
    fails: [],
    says: 'Products that occur in scope, for pickers.',
    example: [{ product_key: 'r290-monobloc', name: 'R290 Monobloc', device_count: 200 }],
  },
  menuAgents: {
    method: 'GET',
    path: '/device-inventory/list-menu-agent',
    kind: 'read',
    of: 'distributor',
    needs: 'device:view',
    result: z.array(
      z.object({
        agent_id: z.number().int(),
        agent_name: z.string(),
        agent_level: z.number().int(),
        parent_id: z.number().int().nullable(),
        device_count: z.number().int(),
      }),
    ),
    fails: [],
    says: 'The own distributor and all below it, for pickers; counts include lower levels.',
    example: [{ agent_id: 1, agent_name: 'Zhejiang', agent_level: 1, parent_id: null, device_count: 200 }],
  },
  curveNames: {
    method: 'GET',
    path: '/device-inventory/list-curve-name',
    kind: 'read',
    of: 'product',
    needs: 'history:view',
    query: z.object({ product_key: z.string().max(64) }),
    result: z.array(
      z.object({
        key: z.string(),
        names: Words,
        unit: z.string(),
        group_tag: z.string(),
        tab: z.string(),
        accumulate: z.boolean(),
        /** Shown when nobody has chosen anything yet. */
        default_curve: z.boolean(),
      }),
    ),
    fails: ['product_unknown'],
    says: 'The points of a product that have a history.',
    example: [
      {
        key: 't_out',
        names: { en: 'Flow water temperature', zh: '出水温度', pl: 'Temperatura zasilania' },
        unit: '°C',
        group_tag: 'status',
        tab: 'Overview',
        accumulate: false,
        default_curve: true,
      },
    ],
  },
  listCurve: {
    method: 'POST',
    path: '/device-inventory/list-curve',
    kind: 'read',
    of: 'history',
    needs: 'history:view',
    body: z.object({
      mac: DeviceId,
      points: z.array(z.string().max(40)).min(1).max(LIMITS.history_points_max),
      hours: z
        .number()
        .int()
        .min(1)
        .max(24 * 31)
        .default(24),
      /** Width of the drawing, so that no more is sent than can be seen. */
      width_px: z.number().int().min(50).max(4_000).default(1_000),
    }),
    result: z.object({ from: z.number(), to: z.number(), series: z.array(HistorySeries) }),
    fails: ['device_not_found', 'too_many_selections'],
    says: 'The last hours of a device, reduced to the width of the drawing; minimum and maximum per pixel are kept.',
    example: { from: 1_795_166_100_000, to: 1_795_252_500_000, series: [] },
  },
  bindUserList: {
    method: 'GET',
    path: '/device-inventory/bind-user-list',
    kind: 'read',
    of: 'binding',
    needs: 'binding:view',
    query: ByMac.extend(Paging.shape),
    result: pageOf(
      z.object({
        app_user_id: z.number().int(),
        nick_name: z.string(),
        phone: z.string(),
        email: z.string(),
        role: z.enum(['owner', 'shared']),
        bind_time: Time,
        bind_way: z.string(),
      }),
    ),
    fails: ['device_not_found'],
    says: 'App users bound to a device; personal data masked without `pii:view`.',
    example: { list: [], total: 0, pageNo: 1, size: 999 },
  },
})
