import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import { findOrderPlace } from './store.ts'

/** Publishes that an order changed, after the commit: whoever looks at it fetches it anew. */
export const createOrderPublisher =
  ({ database: { db }, changes }: Pick<AppContext, 'database'> & { changes: Changes }) =>
  async (order_id: number): Promise<void> => {
    const place = await findOrderPlace(db, order_id)
    if (place !== null) changes.ordersChanged.publish(place)
  }
