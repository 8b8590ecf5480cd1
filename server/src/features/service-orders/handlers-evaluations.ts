import { Refusal } from '@heatfleet/contract/errors.ts'
import type { EvaluatedBy, orderEvaluations } from '@heatfleet/contract/service-orders/evaluations.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { createOrderPublisher } from './order-changes.ts'
import { orderReader, scopesOf } from './read-order.ts'
import { insertMessage } from './store.ts'
import { countRatings, listOrders, listShares } from './store-list.ts'
import { toOrder } from './to-wire.ts'

/** Evaluations of service orders and call-backs. */
export const orderEvaluationHandlers = (deps: Pick<AppContext, 'database' | 'clock'> & { changes: Changes }) => {
  const {
    database: { db },
    clock,
  } = deps
  const publish = createOrderPublisher(deps)
  const { read, readDetail } = orderReader(db)
  return {
    evaluationList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const listQuery = { filter: { ...body, tab: 'resolved' }, uid: caller.uid } as const
      const scopes = scopesOf(caller)
      const page = { offset: (pageNo - 1) * size, limit: size }
      const sharesBy = (by: EvaluatedBy) =>
        listShares(db, scopes, { ...listQuery, by, limit: ORDER_LIMITS.evaluation_shares_max })
      const [{ rows }, figures, agent, handler, product] = await Promise.all([
        // The figures count all that match.
        listOrders(db, scopes, { ...listQuery, count_max: 0 }, page),
        countRatings(db, scopes, listQuery),
        sharesBy('agent'),
        sharesBy('handler'),
        sharesBy('product'),
      ])
      const total = figures.resolved
      return { list: rows.map(toOrder), total, pageNo, size, figures, shares: { agent, handler, product } }
    },

    orderRevisit: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}` })
      await read(caller, id)
      const line = { order_id: id, kind: 'callback', uid: caller.uid, text: body.text } as const
      const refusal = await insertMessage(db, { ...line, at: new Date(clock.now()) }, ORDER_LIMITS.lines_max)
      if (refusal !== null) throw new Refusal(refusal, { details: { max: ORDER_LIMITS.lines_max } })
      await publish(id)
      return readDetail(caller, id)
    },
  } satisfies Pick<Handlers, keyof typeof orderEvaluations>
}
