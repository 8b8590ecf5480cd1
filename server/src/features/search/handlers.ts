import { Refusal } from '@heatfleet/contract/errors.ts'
import {
  SEARCH_KIND_NAMES,
  SEARCH_KINDS,
  type SearchKind,
  type SearchResults,
} from '@heatfleet/contract/search/search.ts'
import { type SearchWords, searchWordsOf } from '@heatfleet/contract/search/search-words.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { listAlarmRows, listCodeNames, toAlarm } from '../alarms/public.ts'
import { findDevices } from './store-devices.ts'
import { findAccounts, findAppUsers, findDistributors } from './store-people.ts'
import { findAlarmIds, findOrders } from './store-service.ts'

type Request = Parameters<Handlers['searchAll']>[0]['body']

const NOTHING: SearchResults = { devices: [], distributors: [], accounts: [], app_users: [], orders: [], alarms: [] }

/** The search of the console: each kind by its own right, in its own scope. */
export const searchHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) => {
  const find = {
    device: async ({ size }, { scope, scopes }, words) => ({
      devices: (await findDevices(db, { devices: scope, agents: scopes.agent }, words, size)).map(
        ({ last_offline_at, device_id: _, ...device }) => ({
          ...device,
          last_offline_time: last_offline_at?.toISOString() ?? null,
        }),
      ),
    }),
    distributor: async ({ size }, { scopes }, words) => ({
      distributors: await findDistributors(db, scopes.agent, words, size),
    }),
    account: async ({ size, text }, { scopes }, words) => ({
      accounts: await findAccounts(db, scopes.account, words, text, size),
    }),
    app_user: async ({ size, text }, caller, words) => {
      const query = { text, size, sees_personal: caller.permissions.has('pii:view') }
      const rows = await findAppUsers(db, caller.scopes.appuser, words, query)
      return {
        app_users: rows.map(({ app_user_id, nick_name, phone, email }) => ({
          app_user_id,
          nick_name,
          phone: maskPersonal(caller, phone),
          email: maskPersonal(caller, email),
        })),
      }
    },
    order: async ({ size }, { scope }, words) => ({ orders: await findOrders(db, scope, words, size) }),
    alarm: async ({ size, alarm_types }, { scope, scopes }, words) => {
      const ids = await findAlarmIds(db, scope, words, { alarm_types, size })
      const rows = await listAlarmRows(db, { devices: scope, agents: scopes.agent }, ids)
      const names = await listCodeNames(db, rows)
      return { alarms: rows.map((row) => foundAlarm(toAlarm(row, names))) }
    },
  } satisfies Record<SearchKind, Find>

  return {
    searchAll: async ({ body }, { caller }) => {
      const may = (kind: SearchKind) => caller.permissions.has(SEARCH_KINDS[kind])
      const kinds = body.kinds ?? SEARCH_KIND_NAMES.filter(may)
      if (!kinds.every(may)) throw new Refusal('no_permission')
      const words = searchWordsOf(body.text)
      if (words === null) return NOTHING
      const found: SearchResults = { ...NOTHING }
      // In sequence: each takes some milliseconds, and one search must not use every connection.
      for (const kind of kinds) Object.assign(found, await find[kind](body, caller, words))
      return found
    },
  } satisfies Pick<Handlers, 'searchAll'>
}

type Find = (request: Request, caller: Caller, words: SearchWords) => Promise<Partial<SearchResults>>

/** What the palette shows of an alarm. */
const foundAlarm = ({
  alarm_id,
  type,
  rule_key,
  code,
  names,
  rule_name,
  severity,
  condition,
  device_name,
  mac,
  last_time,
}: ReturnType<typeof toAlarm>): SearchResults['alarms'][number] => ({
  alarm_id,
  type,
  rule_key,
  code,
  names,
  rule_name,
  severity,
  condition,
  device_name,
  mac,
  last_time,
})
