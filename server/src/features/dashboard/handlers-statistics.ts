import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { countByTab } from '../devices/public.ts'
import { placeOf } from './place.ts'
import { countByAgent, countByProduct, countByRegion, countHeld, countStates, findAgent } from './store.ts'
import { countAlarms, countByCode } from './store-standing-alarms.ts'

/** The figures of the specification, counted at the moment of the call. */
export const statisticsHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  const asOf = () => new Date(clock.now()).toISOString()
  /** The path of the part in question: of the caller's own place where nothing narrows it. */
  const pathOf = (caller: Caller, path: string | null): string => path ?? caller.scope.agent_path
  const placed = (caller: Caller, part: FleetPart) => placeOf({ database, clock }, caller, part)
  const stockOf = async (caller: Caller, path: string | null, product_key: string | null) =>
    pathOf(caller, path) === EVERYTHING.agent_path
      ? countHeld(db, caller.scope, EVERYTHING.agent_path, product_key)
      : null

  return {
    productCount: async ({ query }, { caller }) => {
      const place = await placed(caller, query)
      return { as_of: asOf(), list: await countByProduct(db, caller.scope, place) }
    },

    countryCount: async ({ query }, { caller }) => {
      const place = await placed(caller, query)
      const province = query.region_code ?? null
      const list = await countByRegion(db, caller.scope, place, province)
      const stock = province === null ? await stockOf(caller, place.path, place.product_key) : null
      const of_stock = stock === null || stock.total === 0 ? [] : [{ country: null, region_code: null, ...stock }]
      return { as_of: asOf(), list: [...list, ...of_stock] }
    },

    agentCount: async ({ query }, { caller }) => {
      const place = await placed(caller, query)
      const path = pathOf(caller, place.path)
      const visibility = { agent: caller.scopes.agent, device: caller.scope }
      const { product_key } = place
      const below = await countByAgent(db, visibility, { path, product_key }, LIMITS.statistics_agents_max)
      const held = await countHeld(db, caller.scope, path, product_key)
      const upper = path === EVERYTHING.agent_path ? undefined : await findAgent(db, caller.scopes.agent, path)
      const itself = {
        agent_id: upper?.agent_id ?? null,
        agent_name: upper?.agent_name ?? null,
        agent_level: upper?.agent_level ?? 0,
        held: true,
        has_lower: false,
        ...held,
      }
      const list = below.map((row) => ({ ...row, held: false }))
      return { as_of: asOf(), list: held.total === 0 ? list : [...list, itself] }
    },

    alarmCount: async ({ query }, { caller }) => {
      const place = await placed(caller, query)
      return {
        as_of: asOf(),
        ...(await countAlarms(db, caller.scope, place)),
        codes: await countByCode(db, caller.scope, place, LIMITS.alarm_codes_max),
      }
    },

    deviceStatusCount: async ({ query }, { caller }) => {
      const place = await placed(caller, query)
      const { path, product_key } = place
      const filter = DeviceFilter.parse(query)
      const now = new Date(clock.now())
      const states = await countStates(db, caller.scope, place)
      const { offline_24h } = await countByTab(database, caller.scope, { uid: caller.uid, filter, now })
      const stock = await stockOf(caller, path, product_key)
      const held = stock ?? (await countHeld(db, caller.scope, pathOf(caller, path), product_key))
      return {
        as_of: now.toISOString(),
        ...states,
        offline_24h,
        manufacturer_stock: stock?.total ?? 0,
        not_activated: states.never_online - (stock?.never_online ?? 0),
        held_stock: held.never_online,
      }
    },
  } satisfies Pick<Handlers, 'productCount' | 'countryCount' | 'agentCount' | 'alarmCount' | 'deviceStatusCount'>
}
