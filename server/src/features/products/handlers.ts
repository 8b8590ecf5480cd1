import type { Handlers } from '../../handler.ts'
import type { World } from '../../world.ts'
import { listProducts, listRegisters } from './store.ts'

/** Products and the names their controllers announce. */
export const productHandlers = ({ database: { db } }: Pick<World, 'database'>) =>
  ({
    productInfo: async ({ query, body }, { caller }) => {
      const { rows, total } = await listProducts(db, caller.scope, {
        name: body.product_name,
        product_key: body.product_key,
        with_points: body.with_points ?? false,
        offset: (query.pageNo - 1) * query.size,
        limit: query.size,
      })
      const list = rows.map((row) => ({ ...row, device_count: row.device_count ?? 0 }))
      return { list, total, pageNo: query.pageNo, size: query.size }
    },
    listRegister: async () => listRegisters(db),
  }) satisfies Pick<Handlers, 'productInfo' | 'listRegister'>
