import { Refusal } from '@heatfleet/contract/errors.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { listLines } from './store.ts'
import { findAlarmId } from './store-alarm.ts'
import { findOrder, type OrderRow, type OrderScopes } from './store-list.ts'
import { readVisit } from './store-visit.ts'
import { toOrder } from './to-wire.ts'

/** Scopes for orders, for their respondents and for distributor names. */
export const scopesOf = ({ scope, scopes }: Pick<Caller, 'scope' | 'scopes'>): OrderScopes => ({
  devices: scope,
  users: scopes.appuser,
  agents: scopes.agent,
})

/** Reads orders in the caller's scope. */
export const orderReader = (db: Kysely<Tables>) => {
  const read = async (caller: Caller, order_id: number): Promise<OrderRow> => {
    const row = await findOrder(db, scopesOf(caller), order_id)
    if (row === null) throw new Refusal('order_not_found')
    return row
  }
  const readDetail = async (caller: Caller, order_id: number): Promise<OrderDetail> => ({
    ...toOrder(await read(caller, order_id)),
    lines: await listLines(db, order_id),
    alarm_id: await findAlarmId(db, order_id),
    ...(await readVisit(db, order_id)),
  })
  return { read, readDetail }
}
