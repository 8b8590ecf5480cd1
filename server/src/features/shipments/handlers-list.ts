import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { listBatches, listShippedUnits, readFigures, type VisibilityScope } from './store-list.ts'
import { toShipment, toShippedDevice } from './to-wire.ts'

/** Days after which a shipped device without a first connection is reported (product 3.10). */
const NOT_ONLINE_MS = 30 * 86_400_000

/** The visibility scope of a caller for shipments. */
export const visibilityOf = (caller: Caller): VisibilityScope => ({
  device: caller.scope,
  agent: caller.scopes.agent,
  looker: { agent_id: caller.agent_id, agent_path: caller.agent_path },
})

/** Queries of shipments: batches, units, figures. */
export const shipmentListHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    shipmentList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listBatches(db, visibilityOf(caller), body, part)
      return { list: rows.map(toShipment), total, pageNo: query.pageNo, size: query.size }
    },

    shippedDeviceList: async ({ query, body }, { caller }) => {
      const visibility = visibilityOf(caller)
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listShippedUnits(db, visibility, body, part)
      return { list: rows.map(toShippedDevice), total, pageNo: query.pageNo, size: query.size }
    },

    shipmentFigures: (_, { caller }) => {
      const now = new Date(clock.now())
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
      return readFigures(db, visibilityOf(caller), { month, not_online: new Date(now.getTime() - NOT_ONLINE_MS) })
    },
  }) satisfies Pick<Handlers, 'shipmentList' | 'shippedDeviceList' | 'shipmentFigures'>
