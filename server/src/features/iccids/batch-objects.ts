import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { listNames } from './store.ts'
import { listCards } from './store-list.ts'

/** The cards a bulk action applies to. */
export const iccidObjects = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    listNames: (caller, ids) => listNames(db, caller.scope, ids),
    listMatching: async (caller, filter, limit) => {
      const query = { filter, agents: caller.scopes.agent, now: new Date(clock.now()) }
      const { rows } = await listCards(db, caller.scope, query, { offset: 0, limit })
      return rows.map(({ card_id, iccid }) => ({ id: card_id, name: iccid }))
    },
  }) satisfies BatchObjects<'iccid'>
