import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { HistorySeries } from '../history/series.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { CursorPaging, cursorPageOf } from '../paging.ts'
import { Words } from '../products/points.ts'
import { RowId } from '../row-id.ts'

import { Device, DeviceDetail, DeviceFilter, QUICK_TABS } from './devices.ts'
import { exampleDevice } from './example-device.ts'

const ByMac = z.object({ mac: DeviceId })

export const deviceInventory = endpoints({
  deviceList: {
    method: 'POST',
    path: '/device-inventory/device-list',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: { list: 'device' },
    query: CursorPaging,
    body: DeviceFilter.default({ include_lower: true, quick: 'all', sort_by: 'mac', sort_order: 'asc' }),
    result: cursorPageOf(Device).extend({
      /** How many devices each quick tab would show under the other filters. */
      counts: z.record(z.enum(QUICK_TABS), z.number().int()),
    }),
    fails: ['device_group_not_found'],
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
    about: 'device',
    query: ByMac,
    result: DeviceDetail,
    fails: ['device_not_found', 'unpublished_data_points', 'no_data_point'],
    says: 'One device with its last values, each with its own time.',
    example: {
      ...exampleDevice,
      layout_id: 1,
      agent_chain: ['Zhejiang', 'Hangzhou', 'Yuhang'],
      remote_consent: 'given',
      time_zone: 'Asia/Shanghai',
      parsing_failed: false,
      values: [{ key: 't_out', value: 38.6, at: 1_795_252_500_000 }],
      texts: [{ key: 'serial', text: 'HP-204611', at: 1_795_252_500_000 }],
    },
  },
  deviceUpdate: {
    method: 'POST',
    path: '/device-inventory/device-update',
    kind: 'change',
    of: 'device',
    needs: 'device:edit',
    about: 'device',
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
    about: 'device',
    query: ByMac.extend({ favourite: z.enum(['true', 'false']).transform((text) => text === 'true') }),
    result: z.object({ mac: z.string(), favourite: z.boolean() }),
    fails: ['device_not_found'],
    says: 'Marks a device as a favourite of the own account, or takes the mark away.',
    example: { mac: '863412060123455', favourite: true },
  },
  deviceTestBench: {
    method: 'PUT',
    path: '/device-inventory/test-bench',
    kind: 'change',
    of: 'device',
    needs: 'product:edit',
    about: 'device',
    query: ByMac,
    body: z.object({ test_bench: z.boolean() }),
    result: z.object({ mac: z.string(), test_bench: z.boolean() }),
    fails: ['device_not_found'],
    says: 'Marks a device as a test bench, where points never tried on hardware may be written, or takes the mark away.',
    example: { mac: '863412060123455', test_bench: true },
  },
  menuProducts: {
    method: 'GET',
    path: '/device-inventory/list-menu-product',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: { sum: 'device', field: 'device_count' },
    result: z.array(
      z.object({
        product_key: z.string(),
        name: z.string(),
        english_name: z.string(),
        device_count: z.number().int(),
      }),
    ),
    fails: [],
    says: 'Products that occur in scope, for pickers.',
    example: [
      { product_key: 'r290-monobloc', name: 'R290 整体式热泵', english_name: 'R290 monobloc', device_count: 200 },
    ],
  },
  menuAgents: {
    method: 'GET',
    path: '/device-inventory/list-menu-agent',
    kind: 'read',
    of: 'distributor',
    needs: 'device:view',
    about: { list: 'distributor' },
    result: z.array(
      z.object({
        agent_id: RowId,
        agent_name: z.string(),
        agent_level: z.number().int(),
        parent_id: RowId.nullable(),
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
    about: 'unscoped',
    query: z.object({ product_key: z.string().max(64) }),
    result: z.array(
      z.object({
        key: z.string(),
        names: Words,
        unit: z.string(),
        group_tag: z.string(),
        tab: z.string(),
        accumulate: z.boolean(),
        /** Default columns. */
        default_curve: z.boolean(),
      }),
    ),
    fails: ['product_unknown', 'unpublished_data_points', 'no_data_point'],
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
    about: 'device',
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
    fails: ['device_not_found'],
    says: 'The last hours of a device, reduced to the width of the drawing; minimum and maximum per pixel are kept.',
    example: { from: 1_795_166_100_000, to: 1_795_252_500_000, series: [] },
  },
})
