import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { OrderScript } from './order-scripts.ts'

/** A signed-in user who reports an order. */
export type Reporter = { mac: string; call: Call; script: OrderScript }
/** A filed order and its remaining script. */
type Filed = Reporter & { order_id: number }

/** Files the orders in the app; orders of an earlier start are skipped. */
export const fileOrders = async (reporters: readonly Reporter[], isOver: () => boolean): Promise<Filed[]> => {
  const filed: Filed[] = []
  for (const reporter of reporters) {
    if (isOver()) break
    const { mac, call, script } = reporter
    const { type, problem } = script
    const { list } = await call(api.appOrders)
    const existing = list.find((order) => order.problem === problem)
    const { order_id } = existing ?? (await call(api.appFileOrder, { body: { device_id: mac, type, problem } }))
    filed.push({ ...reporter, order_id })
  }
  return filed
}

/** Staff answer in the console, users reply and rate. Steps that are done already are skipped. */
export const processOrders = async (service: Call, filed: readonly Filed[], isOver: () => boolean): Promise<void> => {
  for (const order of filed) {
    if (isOver()) return
    const { status } = await order.call(api.appOrder, { params: { order_id: order.order_id } })
    if (status === 'unresolved') await processOne(service, order)
    await rate(order)
  }
}

const processOne = async (service: Call, { call, order_id, script }: Filed): Promise<void> => {
  const params = { id: order_id }
  const { handler: handled, lines } = await service(api.orderInfo, { params })
  const { handler, answer, reply, resolved } = script
  if (handler !== undefined && handled === '') {
    const offered = await service(api.orderHandlers, { params, query: { search: handler } })
    const uid = offered.find(({ user_name }) => user_name === handler)?.uid
    if (uid !== undefined) await service(api.orderAssign, { params, body: { handler_uid: uid } })
  }
  const has = (wanted: 'answer' | 'reply') => lines.some(({ kind }) => kind === wanted)
  if (answer !== undefined && !has('answer')) await service(api.orderReply, { params, body: { text: answer } })
  if (reply !== undefined && !has('reply'))
    await call(api.appReplyOrder, { params: { order_id }, body: { text: reply } })
  if (resolved) await service(api.orderResolve, { params })
}

const rate = async ({ call, order_id, script: { rating, comment = '' } }: Filed): Promise<void> => {
  if (rating === undefined) return
  const params = { order_id }
  const order = await call(api.appOrder, { params })
  if (order.status === 'resolved' && order.rating === null)
    await call(api.appRateOrder, { params, body: { rating, comment } })
}
