import { z } from 'zod'
import { Account, exampleAccount } from '../accounts/row.ts'
import { Alarm, exampleAlarm } from '../alarms/alarm.ts'
import { ALARM_TYPE_NAMES } from '../alarms/types.ts'
import { AppUser } from '../app-users/app-users.ts'
import { Device } from '../devices/devices.ts'
import { exampleDevice } from '../devices/example-device.ts'
import { endpoints } from '../endpoint.ts'
import type { Permission } from '../permissions.ts'
import { RowId } from '../row-id.ts'
import { exampleOrder, Order } from '../service-orders/row.ts'
import { SEARCH_LIMITS } from './limits.ts'

/** What a search finds, with the right that each kind needs. */
export const SEARCH_KINDS = {
  device: 'device:view',
  distributor: 'agent:view',
  account: 'account:view',
  app_user: 'appuser:view',
  order: 'order:view',
  alarm: 'alarm:view',
} as const satisfies Record<string, Permission>
export type SearchKind = keyof typeof SEARCH_KINDS
export const SEARCH_KIND_NAMES = Object.keys(SEARCH_KINDS) as [SearchKind, ...SearchKind[]]

/** What was found of each kind, the best first; empty where nothing matches, and of kinds without the right. */
export const SearchResults = z.object({
  /** Nothing matches: what is listed has a name that differs from the text in one letter. */
  is_similar: z.boolean(),
  devices: z.array(
    Device.pick({ mac: true, device_name: true, online_status: true, last_offline_time: true, agent_name: true }),
  ),
  /** `parent_name` null = none, or one outside the scope. */
  distributors: z.array(z.object({ agent_id: RowId, agent_name: z.string(), parent_name: z.string().nullable() })),
  accounts: z.array(Account.pick({ uid: true, user_name: true, nick_name: true, agent_name: true })),
  /** Phone and e-mail masked without `pii:view`. */
  app_users: z.array(AppUser.pick({ app_user_id: true, nick_name: true, phone: true, email: true })),
  /** `problem` is its beginning. */
  orders: z.array(Order.pick({ order_id: true, problem: true, status: true, device_name: true, mac: true })),
  alarms: z.array(
    Alarm.pick({
      alarm_id: true,
      type: true,
      rule_key: true,
      code: true,
      names: true,
      rule_name: true,
      severity: true,
      condition: true,
      device_name: true,
      mac: true,
      last_time: true,
    }),
  ),
})
export type SearchResults = z.infer<typeof SearchResults>

const { mac, device_name, online_status, last_offline_time, agent_name } = exampleDevice
const { uid, user_name, nick_name } = exampleAccount
const { order_id, problem, status } = exampleOrder
const { alarm_id, type, rule_key, code, names, rule_name, severity, condition, last_time } = exampleAlarm

export const search = endpoints({
  searchAll: {
    method: 'POST',
    path: '/search/all',
    kind: 'read',
    of: 'search',
    needs: 'signed-in',
    // Each kind has its own right and scope.
    about: { list: 'device' },
    body: z.object({
      /** Words of names, the beginning of an id, or at least its last four digits; order and app user by number. */
      text: z.string().trim().max(SEARCH_LIMITS.text_max),
      /** Left out, all that the caller may see; one that the caller may not see is refused. */
      kinds: z.array(z.enum(SEARCH_KIND_NAMES)).max(SEARCH_KIND_NAMES.length).optional(),
      /** Types of alarms whose names match: the console knows them in the language of the reader. */
      alarm_types: z.array(z.enum(ALARM_TYPE_NAMES)).max(ALARM_TYPE_NAMES.length).default([]),
      /** Rows of each kind. */
      size: z.number().int().min(1).max(SEARCH_LIMITS.size_max).default(SEARCH_LIMITS.size_default),
    }),
    result: SearchResults,
    fails: ['no_permission'],
    says: 'Devices, distributors, accounts, app users, service orders and alarms in scope that match a text; if there are none, those with a similar name.',
    example: {
      is_similar: false,
      devices: [{ mac, device_name, online_status, last_offline_time, agent_name }],
      distributors: [{ agent_id: 7, agent_name: 'Hangzhou Nuanyuan', parent_name: 'Zhejiang Nuanyuan' }],
      accounts: [{ uid, user_name, nick_name, agent_name: exampleAccount.agent_name }],
      app_users: [{ app_user_id: 4, nick_name: 'Anna', phone: '+48***01', email: '' }],
      orders: [{ order_id, problem, status, device_name: exampleOrder.device_name, mac: exampleOrder.mac }],
      alarms: [
        {
          alarm_id,
          type,
          rule_key,
          code,
          names,
          rule_name,
          severity,
          condition,
          last_time,
          device_name: exampleAlarm.device_name,
          mac: exampleAlarm.mac,
        },
      ],
    },
  },
})
