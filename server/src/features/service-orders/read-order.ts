import { Refusal } from '@heatfleet/contract/errors.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { listLines } from './store.ts'
import { findAlarmId, findFaultOfOrder } from './store-alarm.ts'
import type { OrderScopes } from './store-filter.ts'
import { readLevels } from './store-level.ts'
import { findOrder, type OrderRow } from './store-list.ts'
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
  /** The level above one's own takes what one cannot solve; who stands higher gets it from there. */
  const levelsFor = async ({ agent_path }: Caller, order_id: number) => {
    const { level, levels } = await readLevels(db, order_id)
    const own = agent_path.split('/').filter(Boolean).length
    return { levels_up: level, levels, levels_max: Math.min(levels, levels - own + 1) }
  }
  const readDetail = async (caller: Caller, order_id: number): Promise<OrderDetail> => ({
    ...toOrder(await read(caller, order_id)),
    lines: await listLines(db, order_id),
    alarm_id: await findAlarmId(db, order_id),
    ...(await levelsFor(caller, order_id)),
    fault_code: caller.permissions.has('faultcode:note')
      ? ((await findFaultOfOrder(db, order_id))?.code ?? null)
      : null,
    ...(await readVisit(db, order_id)),
  })
  return { read, readDetail, levelsFor }
}
