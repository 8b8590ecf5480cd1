import type { AppContext } from '../../app-context.ts'
import type { ExportRow, ExportSource } from '../exports/public.ts'
import { scopesOf } from './read-order.ts'
import { countOrders, listOrdersAfter, type OrderRow } from './store-list.ts'

/** Orders as a file: the filter of the list, in the order of their numbers. */
export const orderListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'order-list'> => ({
  needs: 'order:export',
  count: (caller, { filter }) => countOrders(db, scopesOf(caller), { filter, uid: caller.uid }),
  list: async (caller, { filter, language }, after, limit) => {
    const ask = { filter, uid: caller.uid, after: Number(after ?? 0), limit }
    const found = await listOrdersAfter(db, scopesOf(caller), ask)
    const rows = found.map((row) => toExportRow(row, language))
    return { rows, last: found.length < limit ? null : String(found.at(-1)?.order_id ?? '') }
  },
})

const toExportRow = (row: OrderRow, language: 'en' | 'zh' | 'pl'): ExportRow<'order-list'> => ({
  order_id: row.order_id,
  feedback_time: row.feedback_at,
  respondent: row.respondent,
  mac: row.mac,
  device_name: row.device_name,
  product: language === 'zh' ? row.product_name : row.product_english_name,
  agent_name: row.agent_name,
  problem: row.problem,
  pictures: row.pictures,
  type: row.type,
  source: row.source,
  priority: row.priority,
  handler: row.handler,
  status: row.status,
  last_reply_time: row.last_reply_at,
  resolved_time: row.resolved_at,
  rating: row.rating ?? '',
  comment: row.comment,
})
