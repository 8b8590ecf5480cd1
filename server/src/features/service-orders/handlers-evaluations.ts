import { Refusal } from '@heatfleet/contract/errors.ts'
import { MESSAGE_LANGUAGES } from '@heatfleet/contract/notification-policies/channel.ts'
import type { EvaluatedBy, orderEvaluations } from '@heatfleet/contract/service-orders/evaluations.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import type { insertMessageIn } from '../app-users/public.ts'
import { findTextIn } from '../exports/public.ts'
import { countComplaintWords } from './complaint-words.ts'
import { createOrderPublisher } from './order-changes.ts'
import { orderReader, scopesOf } from './read-order.ts'
import { insertMessage } from './store.ts'
import { findLanguage, listComplaints, listEvaluationTexts, listRatingTrend, markInvited } from './store-evaluations.ts'
import { countRatings, listOrders, listShares } from './store-list.ts'
import { toOrder } from './to-wire.ts'

/** Evaluations of service orders and call-backs. */
export const orderEvaluationHandlers = (
  deps: Pick<AppContext, 'database' | 'clock'> & { changes: Changes; write: typeof insertMessageIn },
) => {
  const {
    database: { db },
    clock,
    write,
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
      const texts = await listEvaluationTexts(
        db,
        rows.map(({ order_id }) => order_id),
      )
      const list = rows.map((row) => {
        const { last_answer = '', revisited_by = '', revisit_result = '' } = texts.get(row.order_id) ?? {}
        return { ...toOrder(row), last_answer, revisited_by, revisit_result }
      })
      return { list, total, pageNo, size, figures, shares: { agent, handler, product } }
    },

    evaluationSummary: async ({ body: { time_zone, ...filter } }, { caller }) => {
      const matching = { sort_by: 'resolved_time', sort_order: 'desc', ...filter, tab: 'resolved' } as const
      const query = { filter: matching, uid: caller.uid }
      const scopes = scopesOf(caller)
      const [trend, comments] = await Promise.all([
        listRatingTrend(db, scopes, { ...query, time_zone, months: ORDER_LIMITS.evaluation_months }),
        listComplaints(db, scopes, { ...query, limit: ORDER_LIMITS.complaints_max }),
      ])
      return {
        trend,
        complaints: comments.length,
        words: countComplaintWords(comments, ORDER_LIMITS.complaint_words_max),
      }
    },

    orderInvite: async ({ params: { id } }, { caller, note }) => {
      note({ object: `order ${id}` })
      const order = await read(caller, id)
      if (order.status !== 'resolved') throw new Refusal('order_not_resolved')
      if (order.rating !== null) throw new Refusal('order_rated')
      if (order.erased_at !== null) throw new Refusal('app_user_erased')
      const { app_user_id } = order
      const language = app_user_id === null ? undefined : await findLanguage(db, app_user_id)
      if (app_user_id === null || language === undefined) throw new Refusal('order_no_respondent')
      const at = new Date(clock.now())
      const is_first = await db.transaction().execute(async (trx) => {
        if (!(await markInvited(trx, id, at))) return false
        const { title, text } = invitationIn(language, id)
        await write(trx, { app_user_id, title, text, sent_at: at, by_uid: caller.uid, agent_id: caller.agent_id })
        return true
      })
      if (!is_first) throw new Refusal('order_invited')
      await publish(id)
      return readDetail(caller, id)
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

/** The message in the language of the app; English where it has none of ours. */
const invitationIn = (language: string, order_id: number) => {
  const find = findTextIn(MESSAGE_LANGUAGES.find((one) => one === language) ?? 'en')
  const text = (key: string) =>
    String(find('service-orders', `invitation.${key}`)).replaceAll('{{id}}', String(order_id))
  return { title: text('title'), text: text('text') }
}
