import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { createOrderPublisher } from './order-changes.ts'
import { escalateOrders } from './store-level.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { changes: Changes }

/** Orders that nobody answers go up. What a turn did not do the next one does, whatever happened in between. */
export const orderTasks = (deps: Deps) =>
  ({
    'order-escalation': {
      crontab: '* * * * *',
      run: async (_, signal) => {
        while (!signal.aborted && (await escalateDue(deps)) === ORDER_LIMITS.escalated_per_turn);
      },
    },
  }) satisfies Tasks

/** One turn; returns how many orders went up. */
export const escalateDue = async (deps: Deps): Promise<number> => {
  const { database, clock, log } = deps
  const ids = await escalateOrders(database.db, new Date(clock.now()), ORDER_LIMITS.escalated_per_turn)
  if (ids.length === 0) return 0
  log.info({ orders: ids.length }, 'unanswered service orders went up one level')
  const publish = createOrderPublisher(deps)
  for (const order_id of ids) await publish(order_id)
  return ids.length
}
