import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import {
  countServed,
  listServed,
  listServedMonths,
  readServed,
  type Served,
  type ServiceFigures,
} from '../service-orders/public.ts'

/** Service figures of a distributor in lists; null without the right to see orders. */
type ShownService = Pick<ServiceFigures, 'open_orders' | 'rated_orders'> & { satisfaction: number | null }
/** Without the right to see orders. */
const UNSEEN = { open_orders: null, rated_orders: null, satisfaction: null } as const

type Deps = Pick<AppContext, 'clock'> & { db: AppContext['database']['db'] }
const sinceOf = ({ clock }: Deps): Date => new Date(clock.now() - ORDER_LIMITS.figures_ms)
type Agent = { agent_id: number; agent_path: string; agent_level: number }

/** Open orders and satisfaction of these distributors' subtrees, in one query. */
export const readVisibleService = async (deps: Deps, caller: Caller, agent_ids: readonly number[]) => {
  if (!caller.permissions.has('order:view')) return (): typeof UNSEEN => UNSEEN
  const served = await countServed(deps.db, caller.scope, { agent_ids, since: sinceOf(deps) })
  return (agent_id: number): ShownService => {
    const { open_orders = 0, rated_orders = 0, satisfied_orders = 0 } = served.get(agent_id) ?? {}
    return { open_orders, rated_orders, satisfaction: rated_orders === 0 ? null : satisfied_orders / rated_orders }
  }
}

/** Service figures of a distributor compared with those of its level; `sees_all` = the figures are complete, so that they compare. */
export const readService = async (
  deps: Deps,
  caller: Caller,
  agent: Agent,
  { sees_all, time_zone }: { sees_all: boolean; time_zone: string },
) => {
  if (!caller.permissions.has('order:view')) return null
  const since = sinceOf(deps)
  const { agent_id, agent_path, agent_level } = agent
  const own = await readServed(deps.db, caller.scope, { agent_path, since })
  const service = serviceOf(agent_id, own, sees_all ? await listServed(deps.db, { agent_level, since }) : null)
  const now = new Date(deps.clock.now())
  const by_month = { agent_path, now, time_zone, months: ORDER_LIMITS.figures_months }
  return { ...service, months: await listServedMonths(deps.db, caller.scope, by_month) }
}

type Peer = Served & { agent_id: number }

/** The same for given figures; too few peers are not revealed, because they could be guessed. */
export const serviceOf = (agent_id: number, own: Served, peers: readonly Peer[] | null) => {
  /** Share of the others with this figure that are not better. */
  const rank = (figureOf: (one: Served) => number | null, isNoBetter: (other: number, own: number) => boolean) => {
    const figure = figureOf(own)
    const others = (peers ?? []).filter((peer) => peer.agent_id !== agent_id).flatMap((peer) => figureOf(peer) ?? [])
    const count = peers === null ? 0 : others.length + (figure === null ? 0 : 1)
    const is_crowd = figure !== null && count >= LIMITS.performance_peers_min
    const not_worse_than = is_crowd ? others.filter((other) => isNoBetter(other, figure)).length / others.length : null
    return { peers: count, not_worse_than }
  }
  return {
    handled: own.handled,
    handling_ms: own.handling_ms,
    // Faster is better.
    handling: rank(
      ({ handling_ms }) => handling_ms,
      (other, figure) => other >= figure,
    ),
    rated: own.rated,
    satisfied: shareOf(own),
    satisfaction: rank(shareOf, (other, figure) => other <= figure),
  }
}

const shareOf = ({ rated, satisfied }: Served): number | null => (rated === 0 ? null : satisfied / rated)
