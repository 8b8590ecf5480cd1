import type { AppContext } from '../../app-context.ts'
import { type ExportLimits, type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { scopesOf } from './read-order.ts'
import { listOrders, type OrderRow } from './store-list.ts'

/** Orders as a file: the filter of the list, in the order of their numbers. */
export const orderListExport = ({
  database: { db },
  config,
}: Pick<AppContext, 'database'> & { config: ExportLimits }): ExportSource<'order-list'> =>
  listSource({
    needs: 'order:export',
    list: (caller, { filter }, part) =>
      listOrders(db, scopesOf(caller), { filter, uid: caller.uid, count_max: config.HEATFLEET_EXPORT_ROWS }, part),
    keyOf: ({ order_id }) => order_id,
    toRows: (rows, _caller, { language }) => rows.map((row) => toExportRow(row, language)),
  })

const toExportRow = (row: OrderRow, language: 'en' | 'zh' | 'pl'): ExportRow<'order-list'> => ({
  order_id: row.order_id,
  feedback_time: row.feedback_at,
  due_time: row.due_at,
  respondent: row.respondent,
  mac: row.mac,
  device_name: row.device_name,
  product: language === 'zh' ? row.product_name : row.product_english_name,
  agent_name: row.agent_name,
  problem: row.problem,
  pictures: row.pictures,
  videos: row.videos,
  type: row.type,
  source: row.source,
  priority: row.priority,
  escalated: row.escalated,
  handler: row.handler,
  status: row.status,
  last_reply_time: row.last_reply_at,
  resolved_time: row.resolved_at,
  rating: row.rating ?? '',
  comment: row.comment,
})
