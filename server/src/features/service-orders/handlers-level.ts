import { Refusal } from '@heatfleet/contract/errors.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { orderSettings } from '@heatfleet/contract/service-orders/order-settings.ts'
import type { orderTransfers } from '@heatfleet/contract/service-orders/transfer.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { createOrderPublisher } from './order-changes.ts'
import { orderReader } from './read-order.ts'
import { readEscalationMinutes, saveEscalationMinutes, transferOrder } from './store-level.ts'

/** Service orders up and down the tree, and when they go up by themselves. */
export const orderLevelHandlers = (deps: Pick<AppContext, 'database' | 'clock'> & { changes: Changes }) => {
  const {
    database: { db },
    clock,
  } = deps
  const now = () => new Date(clock.now())
  const publish = createOrderPublisher(deps)
  const { read, readDetail, levelsFor } = orderReader(db)
  return {
    orderTransfer: async ({ params: { id }, body: { levels_up, reason } }, { caller, note }) => {
      note({ object: `order ${id}`, detail: { levels_up, reason } })
      await read(caller, id)
      const { levels_up: level, levels_max: max } = await levelsFor(caller, id)
      const field = 'levels_up'
      if (levels_up === level) throw new Refusal('order_level_unchanged', { field })
      if (levels_up > max) throw new Refusal('order_level_too_high', { field, details: { max } })
      const move = { order_id: id, levels_up, uid: caller.uid, reason, at: now() }
      const refusal = await transferOrder(db, move, ORDER_LIMITS.lines_max)
      if (refusal !== null) throw new Refusal(refusal, { details: { max: ORDER_LIMITS.lines_max } })
      note({ detail: { before: { levels_up: level }, after: { levels_up }, reason } })
      await publish(id)
      return readDetail(caller, id)
    },

    orderSettings: async () => ({ escalation_minutes: await readEscalationMinutes(db) }),

    orderSettingsSet: async ({ body: { escalation_minutes } }, { note }) => {
      note({ object: 'order-settings' })
      const before = await readEscalationMinutes(db)
      await saveEscalationMinutes(db, escalation_minutes, now())
      note({ detail: { before: { escalation_minutes: before }, after: { escalation_minutes } } })
      return { escalation_minutes }
    },
  } satisfies Pick<Handlers, keyof typeof orderTransfers | keyof typeof orderSettings>
}
