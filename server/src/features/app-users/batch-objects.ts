import type { World } from '../../world.ts'
import type { BatchObjects } from '../batches/public.ts'
import { listAppUserNames, listAppUsers } from './store-list.ts'

/** The app users a batch is done to. */
export const appUserObjects = ({ database: { db } }: Pick<World, 'database'>) =>
  ({
    listNames: async ({ scopes }, ids) =>
      new Map((await listAppUserNames(db, scopes.appuser, ids)).map((row) => [row.app_user_id, row.nick_name])),
    listMatching: async ({ scopes, scope, permissions }, filter, limit) => {
      const ask = { filter, sees_personal: permissions.has('pii:view'), offset: 0, limit }
      const { rows } = await listAppUsers(db, { users: scopes.appuser, devices: scope }, ask)
      return rows.map(({ app_user_id, nick_name }) => ({ id: app_user_id, name: nick_name }))
    },
  }) satisfies BatchObjects<'app-user'>
