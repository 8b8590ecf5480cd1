import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Delivery } from '@heatfleet/contract/notification-policies/delivery.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { notificationDeliveries } from '@heatfleet/contract/notification-policies/notification-policies.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { lockOf } from './handlers-channels.ts'
import {
  type DeliveryRow,
  findDelivery,
  listDeliveries,
  requeueDeliveries,
  requeueDelivery,
} from './store-deliveries.ts'
import { queueTurn } from './store-policies.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** The delivery log of notifications. */
export const deliveryHandlers = ({ database: { db }, clock }: Deps) => {
  const read = async (caller: Caller, id: string): Promise<DeliveryRow> => {
    const row = await findDelivery(db, caller, id)
    if (row === undefined) throw new Refusal('delivery_not_found')
    return row
  }
  return {
    deliveryList: async ({ query, body }, { caller }) => {
      const { count_max } = NOTIFICATION_LIMITS
      const offset = (query.pageNo - 1) * query.size
      const limit = Math.max(0, Math.min(query.size, count_max - offset))
      const { rows, total: counted } = await listDeliveries(db, caller, body, { offset, limit })
      const total = Math.min(counted, count_max)
      return { list: rows.map((row) => toDelivery(caller, row)), total, ...query, more: counted > total }
    },

    resendDelivery: async ({ params: { id } }, { caller, note }) => {
      note({ object: `notification-delivery ${id}` })
      const before = await read(caller, id)
      if (lockOf(caller, before) === 'not_own') throw new Refusal('channel_read_only')
      if (!(await requeueDelivery(db, id, new Date(clock.now())))) throw new Refusal('delivery_state')
      await queueTurn(db)
      note({ detail: { before: { state: before.state } } })
      return toDelivery(caller, await read(caller, id))
    },

    resendDeliveries: async ({ body }, { caller, note }) => {
      note({ object: 'notification-deliveries', detail: { after: body } })
      const at = new Date(clock.now())
      const max = NOTIFICATION_LIMITS.resent_max
      const isOwn = (row: Parameters<typeof lockOf>[1]) => lockOf(caller, row) !== 'not_own'
      const done = await requeueDeliveries(db, caller, body, { at, max, isOwn })
      if (done === null) throw new Refusal('deliveries_over_limit', { field: 'filter', details: { max } })
      await queueTurn(db)
      note({ detail: { after: { ...body, ...done } } })
      return done
    },
  } satisfies Pick<Handlers, keyof typeof notificationDeliveries>
}

/** A delivery in its wire form. */
export const toDelivery = (
  caller: Caller,
  { created_at, due_at, sent_at, agent_id: _, owner_path: __, channel_id: ___, recipient, ...row }: DeliveryRow,
): Delivery => ({
  ...row,
  recipient,
  // The target of a channel is no personal data.
  recipient_address: recipient === '' ? row.recipient_address : maskPersonal(caller, row.recipient_address),
  created_time: created_at.toISOString(),
  due_time: due_at?.toISOString() ?? null,
  sent_time: sent_at?.toISOString() ?? null,
})
