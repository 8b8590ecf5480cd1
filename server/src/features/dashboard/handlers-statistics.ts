import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { countByTab } from '../devices/public.ts'
import { partOf } from './place.ts'
import { countByAgent, countByProduct, countByRegion, countHeld, countStates, findAgent } from './store.ts'
import { countAlarms, countByCode } from './store-standing-alarms.ts'

/** Codes of China, and those of them that are a whole province. */
const CHINESE = /^\d{6}$/
const PROVINCE = /^\d{2}0000$/

/** The figures of the specification, counted at the moment of the call. */
export const statisticsHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  const asOf = () => new Date(clock.now()).toISOString()
  /** The path of the part in question: of the caller's own place where nothing narrows it. */
  const pathOf = (caller: Caller, path: string | null): string => path ?? caller.scope.agent_path
  const placed = (caller: Caller, part: FleetPart) => partOf({ database, clock }, caller, part)
  // The manufacturer's stock is in no region.
  const stockOf = async (caller: Caller, { agent_id, product_key, region_code }: FleetPart) =>
    agent_id === undefined && region_code === undefined && pathOf(caller, null) === EVERYTHING.agent_path
      ? countHeld(db, caller.scope, EVERYTHING.agent_path, product_key ?? null)
      : null

  return {
    productCount: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      return { as_of: asOf(), list: await countByProduct(db, scope, place) }
    },

    countryCount: async ({ query }, { caller }) => {
      const { region_code, ...part } = query
      // A whole province is a condition of the sums; within it, and abroad, units are counted.
      const is_province = region_code !== undefined && PROVINCE.test(region_code)
      const { place, scope } = await placed(caller, is_province ? part : query)
      const province = region_code !== undefined && CHINESE.test(region_code) ? region_code : null
      const list = await countByRegion(db, scope, place, province)
      const stock = await stockOf(caller, query)
      const of_stock = stock === null || stock.total === 0 ? [] : [{ country: null, region_code: null, ...stock }]
      return { as_of: asOf(), list: [...list, ...of_stock] }
    },

    agentCount: async ({ query }, { caller }) => {
      const { place, scope, agents } = await placed(caller, query)
      const path = pathOf(caller, place.path)
      const visibility = { agent: agents, device: scope }
      const { product_key } = place
      const below = await countByAgent(db, visibility, { path, product_key }, LIMITS.statistics_agents_max)
      const held = await countHeld(db, scope, path, product_key)
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
      const { place, scope } = await placed(caller, query)
      return {
        as_of: asOf(),
        ...(await countAlarms(db, scope, place)),
        codes: await countByCode(db, scope, place, LIMITS.alarm_codes_max),
      }
    },

    deviceStatusCount: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      const { path, product_key } = place
      const filter = DeviceFilter.parse(query)
      const now = new Date(clock.now())
      const states = await countStates(db, scope, place)
      const { offline_24h } = await countByTab(database, caller.scope, { uid: caller.uid, filter, now })
      const stock = await stockOf(caller, query)
      const held = stock ?? (await countHeld(db, scope, pathOf(caller, path), product_key))
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
