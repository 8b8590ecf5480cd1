import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderStatistics, orderStatistics } from '@heatfleet/contract/service-orders/statistics.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { scopesOf } from './read-order.ts'
import { namesOfDistributors, readStatistics } from './store-statistics.ts'

const DAY_MS = 86_400_000
/** Of a distributor that is not seen. */
const NOTHING: OrderStatistics = {
  figures: {
    orders: 0,
    answered: 0,
    resolved: 0,
    late: 0,
    escalated: 0,
    first_reply_median_ms: null,
    first_reply_p90_ms: null,
    resolve_median_ms: null,
    resolve_p90_ms: null,
  },
  volume: [],
  causes: [],
  distributors: [],
  products: [],
}

/** Statistics of service orders. */
export const orderStatisticsHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    orderStatistics: async ({ body: { under, from, to, ...filter } }, { caller }) => {
      const scopes = scopesOf(caller)
      const path = under === undefined ? caller.scope.agent_path : await findAgentPath(db, scopes.agents, under)
      if (path === null) return NOTHING
      const period = { from: new Date(from), to: new Date(to), now: new Date(clock.now()) }
      const query = { ...filter, ...period, agent_path: path, limit: ORDER_LIMITS.statistics_shares_max }
      const { distributors, volume, ...panels } = await readStatistics(db, scopes, query)
      const own = Number(path.split('/').filter(Boolean).at(-1) ?? 0)
      const idOf = (child: string): number => (child === '' ? own : Number(child))
      const names = await namesOfDistributors(
        db,
        distributors.map(({ child }) => idOf(child)),
      )
      return {
        ...panels,
        volume: withEmpty(volume, query),
        distributors: distributors.map(({ child, ...share }) => {
          const id = idOf(child)
          return { ...share, agent_id: id === 0 ? null : id, agent_name: names.get(id) ?? '', below: child !== '' }
        }),
      }
    },
  }) satisfies Pick<Handlers, keyof typeof orderStatistics>

/** Every day or week of the period, by the clock of its zone. */
const withEmpty = (
  volume: OrderStatistics['volume'],
  { from, to, step, time_zone }: { from: Date; to: Date; step: 'day' | 'week'; time_zone: string },
): OrderStatistics['volume'] => {
  const clock = zoneClock(time_zone)
  const known = new Map(volume.map((one) => [one.day, one]))
  const first = new Date(Math.floor(clock.shown(from.getTime()) / DAY_MS) * DAY_MS)
  // Weeks begin on Monday.
  if (step === 'week') first.setUTCDate(first.getUTCDate() - ((first.getUTCDay() + 6) % 7))
  const every_ms = step === 'week' ? 7 * DAY_MS : DAY_MS
  const end = clock.shown(to.getTime() - 1)
  const days: OrderStatistics['volume'] = []
  for (let at = first.getTime(); at <= end; at += every_ms) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push(known.get(day) ?? { day, reported: 0, resolved: 0 })
  }
  return days
}
