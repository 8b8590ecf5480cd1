import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { listAccounts, listNames } from './store-list.ts'

/** The accounts a bulk action applies to. */
export const accountObjects = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    listNames: (caller, uids) => listNames(db, caller.scopes.account, uids),
    listMatching: async (caller, filter, limit) => {
      const contacts = caller.permissions.has('pii:view')
      const query = { filter, contacts, now: new Date(clock.now()) }
      const { rows } = await listAccounts(db, caller.scopes.account, query, { offset: 0, limit })
      return rows.map(({ uid, user_name }) => ({ id: uid, name: user_name }))
    },
  }) satisfies BatchObjects<'account'>
