import { CHINA } from '@heatfleet/contract/countries.ts'
import { AgentLevel } from '@heatfleet/contract/distributors/distributors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { type Handlers, writtenList } from '../../handler.ts'
import { performanceOf } from './performance.ts'
import { idsOf } from './rules.ts'
import { readService, readVisibleService } from './served.ts'
import { isDisabledAbove, listNamed } from './store.ts'
import { findFull, listAgents, listCoverage, type VisibilityScope } from './store-list.ts'
import { listShares } from './store-move.ts'
import { listTree } from './store-tree.ts'
import { toDistributor } from './to-wire.ts'

type Names = 'agentList' | 'agentTree' | 'agentInfo' | 'agentCoverage' | 'agentPerformance'

const visibilityOf = (caller: Caller): VisibilityScope => ({ agent: caller.scopes.agent, device: caller.scope })

/** Queries of distributors: list, tree, detail with figures, coverage, performance. */
export const distributorHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  return {
    agentList: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const agent_level = body.agent_level ?? query.agent_level
      const filter = { ...body, agent_level, agent_name: body.agent_name ?? query.agent_name }
      const { rows, total } = await listAgents(database, visibilityOf(caller), filter, { offset, limit: query.size })
      const service = await readVisibleService(
        { db, clock },
        caller,
        rows.map(({ agent_id }) => agent_id),
      )
      return {
        list: rows.map((row) => toDistributor(row, caller, service)),
        total,
        pageNo: query.pageNo,
        size: query.size,
      }
    },

    agentTree: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const listQuery = { parent_id: body.parent_id, search: body.search ?? '', offset, limit: query.size }
      const { written, total } = await listTree(database, visibilityOf(caller), listQuery)
      return writtenList({ total, pageNo: query.pageNo, size: query.size }, written)
    },

    agentInfo: async ({ params }, { caller }) => readDetail({ db, clock }, caller, params.id),

    agentCoverage: async (_, { caller }) => {
      const { seats, areas } = await listCoverage(db, visibilityOf(caller))
      const agenciesIn = (code: string) => areas.find(({ region_code }) => region_code === code)?.agencies ?? 0
      const seated = new Set(seats.map(({ region_code }) => region_code))
      return [
        ...seats.map((seat) => ({ ...seat, agencies: agenciesIn(seat.region_code) })),
        ...areas
          .filter(({ region_code }) => !seated.has(region_code))
          .map((area) => ({ ...area, country: CHINA, seated: 0, devices: 0 })),
      ].sort((a, b) => (a.region_code < b.region_code ? -1 : 1))
    },

    agentPerformance: async ({ params, query: { time_zone } }, { caller }) => {
      const row = await findFull(db, visibilityOf(caller), params.id)
      if (row === null) throw new Refusal('distributor_not_found')
      const { device_count, online_count, active_count, alarm_count } = row
      const own = { devices: device_count, online: online_count, active: active_count, alarm: alarm_count }
      // A caller who sees only part of the devices would compare it with complete figures of others.
      const sees_all = caller.scope.group === null && caller.scope.own_records === null && !caller.scope.own_agent
      const shares = performanceOf(row.agent_id, own, sees_all ? await listShares(db, row.agent_level) : null)
      return { ...shares, service: await readService({ db, clock }, caller, row, { sees_all, time_zone }) }
    },
  } satisfies Pick<Handlers, Names>
}

/** One distributor with its figures and its ancestors visible to the caller. */
export const readDetail = async (
  { db, clock }: Pick<AppContext, 'clock'> & { db: AppContext['database']['db'] },
  caller: Caller,
  agent_id: number,
) => {
  const row = await findFull(db, visibilityOf(caller), agent_id)
  if (row === null) throw new Refusal('distributor_not_found')
  const ids = idsOf(row.agent_path)
  return {
    ...toDistributor(row, caller, await readVisibleService({ db, clock }, caller, [agent_id])),
    agent_level: AgentLevel.parse(row.agent_level),
    agent_chain: await listNamed(db, caller.scopes.agent, ids),
    own: caller.agent_id === row.agent_id,
    disabled_above: await isDisabledAbove(db, ids.slice(0, -1)),
  }
}
