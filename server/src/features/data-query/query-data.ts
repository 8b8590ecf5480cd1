import type { DataQuery, DataQueryResult } from '@heatfleet/contract/data-query/data-query.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { checkQuery } from './check-query.ts'
import { runQuery } from './store.ts'
import { toResult } from './to-wire.ts'

/** Answers a question within the rights and scopes of the caller; `product_keys` = the products that its socket named. */
export type QueryData = (
  caller: Pick<Caller, 'permissions' | 'scopes'>,
  product_keys: readonly string[],
  query: DataQuery,
) => Promise<DataQueryResult>

/** Answers questions of all sockets, a few at a time. */
export const createDataQueries = (db: Kysely<Tables>): QueryData => {
  let running = 0
  return async (caller, product_keys, query) => {
    const checked = checkQuery(caller.permissions, query)
    if (running >= LIMITS.query_running_max) throw new Refusal('busy')
    running += 1
    try {
      const { pageNo, pageSize } = query.addition
      const page = await runQuery(
        db,
        {
          of: caller.scopes,
          product_keys: query.request_saas ? null : product_keys,
        },
        checked,
        { offset: (pageNo - 1) * pageSize, limit: query.action === 'count' ? 0 : pageSize },
      )
      if (page === null) throw new Refusal('query_too_slow', { field: 'data_query' })
      return toResult(checked, query.addition, page)
    } finally {
      running -= 1
    }
  }
}
