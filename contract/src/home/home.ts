import { z } from 'zod'
import { Device } from '../devices/devices.ts'
import { exampleDevice } from '../devices/example-device.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'

const count = z.number().int()

/** What the tables of the home page are made by. */
const HOME_TABLES = ['product', 'distributor'] as const

const DeviceCounts = z.object({ total: count, online: count, alarm: count, never_online: count })

export const home = endpoints({
  homeCounts: {
    method: 'GET',
    path: '/home/getCountData',
    kind: 'read',
    of: 'home',
    needs: 'dashboard:view',
    about: { sum: 'device', field: 'devices.total' },
    result: z.object({
      devices: DeviceCounts,
      /** Units that were on line for the first time within the last 7 and 30 days. */
      activated_7d: count,
      activated_30d: count,
      accounts: count,
      distributors: count,
      /** When the figures were counted. */
      at: z.iso.datetime(),
    }),
    fails: [],
    says: 'How many devices, accounts and distributors are in scope, counted at this moment.',
    example: {
      devices: { total: 200, online: 182, alarm: 6, never_online: 3 },
      activated_7d: 4,
      activated_30d: 21,
      accounts: 12,
      distributors: 9,
      at: '2026-11-21T09:15:00.000Z',
    },
  },
  homeTable: {
    method: 'GET',
    path: '/home/getTableData',
    kind: 'read',
    of: 'home',
    needs: 'dashboard:view',
    about: { sum: 'device', field: 'total' },
    query: z.object({ by: z.enum(HOME_TABLES).default('product') }),
    result: z.array(DeviceCounts.extend({ key: z.string(), name: z.string() })),
    fails: [],
    says: `Devices in scope by product, or by distributor of the next lower level; at most ${LIMITS.home_rows_max} rows.`,
    example: [{ key: 'r290-monobloc', name: 'R290 monobloc', total: 200, online: 182, alarm: 6, never_online: 3 }],
  },
  homeChart: {
    method: 'GET',
    path: '/home/getChartData',
    kind: 'read',
    of: 'home',
    needs: 'dashboard:view',
    about: 'unscoped',
    result: z.array(z.object({ day: z.iso.date(), activations: count, log_ins: count })),
    fails: [],
    says: `The last ${LIMITS.home_chart_days} days (UTC): units on line for the first time, and log-ins of people in scope.`,
    example: [{ day: '2026-11-21', activations: 2, log_ins: 31 }],
  },
  devicesList: {
    method: 'GET',
    path: '/device/devices-list',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: { list: 'device' },
    query: Paging,
    result: pageOf(Device),
    fails: [],
    says: 'Older form of the device list: every device in scope in the order of the ids.',
    example: { list: [exampleDevice], total: 1, pageNo: 1, size: 999 },
  },
})
