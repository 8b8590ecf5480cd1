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

const NOTHING: SearchResults = {
  is_similar: false,
  devices: [],
  distributors: [],
  accounts: [],
  app_users: [],
  orders: [],
  alarms: [],
}
/** Kinds that a name with a typing error is looked for among: the others are found by texts, codes and numbers. */
const NAMED = ['device', 'distributor', 'account', 'app_user'] as const satisfies SearchKind[]

/** The search of the console: each kind by its own right, in its own scope. */
export const searchHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) => {
  const find = {
    device: async ({ size }, { scope, scopes }, words, is_similar) => ({
      devices: (await findDevices(db, { devices: scope, agents: scopes.agent }, words, { size, is_similar })).map(
        ({ last_offline_at, device_id: _, ...device }) => ({
          ...device,
          last_offline_time: last_offline_at?.toISOString() ?? null,
        }),
      ),
    }),
    distributor: async ({ size }, { scopes }, words, is_similar) => ({
      distributors: await findDistributors(db, scopes.agent, words, { size, is_similar }),
    }),
    account: async ({ size, text }, { scopes }, words, is_similar) => ({
      accounts: await findAccounts(db, scopes.account, words, { text, size, is_similar }),
    }),
    app_user: async ({ size, text }, caller, words, is_similar) => {
      const query = { text, size, sees_personal: caller.permissions.has('pii:view'), is_similar }
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
      const rows = await listAlarmRows(db, { devices: scope, agents: scopes.agent, orders: null }, ids)
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
      for (const kind of kinds) Object.assign(found, await find[kind](body, caller, words, false))
      if (!isEmpty(found)) return found
      for (const kind of NAMED.filter((name) => kinds.includes(name)))
        Object.assign(found, await find[kind](body, caller, words, true))
      return { ...found, is_similar: !isEmpty(found) }
    },
  } satisfies Pick<Handlers, 'searchAll'>
}

type Find = (
  request: Request,
  caller: Caller,
  words: SearchWords,
  is_similar: boolean,
) => Promise<Partial<SearchResults>>

const isEmpty = ({ is_similar: _, ...rows }: SearchResults): boolean =>
  Object.values(rows).every(({ length }) => length === 0)

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
