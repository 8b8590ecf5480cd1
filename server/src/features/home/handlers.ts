import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { countByTab } from '../devices/public.ts'
import { countAccounts, countDistributors, listActivations, listLogIns, listNextLower, listProducts } from './store.ts'

type Filter = Partial<Pick<DeviceFilter, 'product_key' | 'agent_id'>>

const DAY_MS = 86_400_000

/** Figures of the home page, within the caller's scope. */
export const homeHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  const countOf = async (caller: Caller, part: Filter = {}) => {
    const filter = DeviceFilter.parse(part)
    const counts = await countByTab(database, caller.scope, { uid: caller.uid, filter, now: new Date(clock.now()) })
    return { total: counts.all, online: counts.online, alarm: counts.alarm, never_online: counts.never_online }
  }
  /** Start of the day (UTC) `days` ago; today counts as one. */
  const firstDay = (days: number): Date => new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS)

  return {
    homeCounts: async (_, { caller }) => {
      const now_ms = clock.now()
      const since = (days: number) => listActivations(db, caller.scope, new Date(now_ms - days * DAY_MS))
      const [devices, week, month, accounts, distributors] = await Promise.all([
        countOf(caller),
        since(7),
        since(30),
        countAccounts(db, caller.scopes.account),
        countDistributors(db, caller.scopes.agent),
      ])
      const at = new Date(now_ms).toISOString()
      return { devices, activated_7d: sumOf(week), activated_30d: sumOf(month), accounts, distributors, at }
    },

    homeTable: async ({ query: { by } }, { caller }) => {
      const rows: { key: string; name: string; filter: Filter }[] =
        by === 'product'
          ? (await listProducts(db, LIMITS.home_rows_max)).map(({ product_key, english_name }) => ({
              key: product_key,
              name: english_name,
              filter: { product_key },
            }))
          : (await listNextLower(db, caller.scopes.agent, caller.agent_path, LIMITS.home_rows_max)).map(
              ({ agent_id, agent_name }) => ({ key: String(agent_id), name: agent_name, filter: { agent_id } }),
            )
      const table = []
      // In sequence: each takes a few milliseconds, and one page must not use every connection.
      for (const { key, name, filter } of rows) table.push({ key, name, ...(await countOf(caller, filter)) })
      return table.filter(({ total }) => total > 0)
    },

    homeChart: async (_, { caller }) => {
      const first = firstDay(LIMITS.home_chart_days)
      const activations = byDay(await listActivations(db, caller.scope, first))
      const log_ins = byDay(await listLogIns(db, caller.scopes.audit, first))
      return Array.from({ length: LIMITS.home_chart_days }, (_, at) => {
        const day = new Date(first.getTime() + at * DAY_MS).toISOString().slice(0, 10)
        return { day, activations: activations.get(day) ?? 0, log_ins: log_ins.get(day) ?? 0 }
      })
    },
  } satisfies Pick<Handlers, 'homeCounts' | 'homeTable' | 'homeChart'>
}

type Counted = { day: string; n: number }
const sumOf = (rows: readonly Counted[]): number => rows.reduce((sum, { n }) => sum + n, 0)
const byDay = (rows: readonly Counted[]): Map<string, number> => new Map(rows.map(({ day, n }) => [day, n]))
