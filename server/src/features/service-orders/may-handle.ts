import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { scopesOf } from './read-order.ts'
import { isAccountWithin } from './store.ts'
import { findOrder, type OrderRow } from './store-list.ts'

/** Refuses who must not be named as the processing person: he would be told of what he may not see, or could not answer. */
export const createHandlerJudge =
  (deps: Pick<AppContext, 'database' | 'clock'>) =>
  async (caller: Caller, uid: number, { order_id }: Pick<OrderRow, 'order_id'>): Promise<void> => {
    const { db } = deps.database
    const field = 'handler_uid'
    if (uid !== caller.uid && !(await isAccountWithin(db, caller.scopes.account, uid)))
      throw new Refusal('user_not_exist', { field })
    const named = await findCallerOfAccount(deps, uid)
    const reaches =
      named?.permissions.has('order:reply') === true && (await findOrder(db, scopesOf(named), order_id)) !== null
    if (!reaches) throw new Refusal('handler_out_of_reach', { field })
  }
