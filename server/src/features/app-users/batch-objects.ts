import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { scopesOf } from './scopes-of.ts'
import { listAppUserNames, listAppUsers } from './store-list.ts'

/** The app users a bulk action applies to. */
export const appUserObjects = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    listNames: async (caller, ids) =>
      new Map((await listAppUserNames(db, caller.scopes.appuser, ids)).map((row) => [row.app_user_id, row.nick_name])),
    listMatching: async (caller, filter, limit) => {
      const query = { filter, sees_personal: caller.permissions.has('pii:view') }
      const { rows } = await listAppUsers(db, scopesOf(caller), query, { offset: 0, limit })
      return rows.map(({ app_user_id, nick_name }) => ({ id: app_user_id, name: nick_name }))
    },
  }) satisfies BatchObjects<'app-user'>
