import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { bindingScopesOf } from './handlers-list.ts'
import { listBindings, listNamedBindings } from './store-list.ts'

type Named = { device_name: string; mac: string; nick_name: string; app_user_id: number }

const nameOf = ({ device_name, mac, nick_name, app_user_id }: Named): string =>
  `${device_name || mac} · ${nick_name || `#${app_user_id}`}`

/** The bindings a bulk action applies to. */
export const bindingObjects = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    listNames: async (caller, ids) =>
      new Map((await listNamedBindings(db, caller.scope, ids)).map((row) => [row.binding_id, nameOf(row)])),
    listMatching: async (caller, filter, limit) => {
      const query = { filter, sees_personal: caller.permissions.has('pii:view') }
      const { rows } = await listBindings(db, bindingScopesOf(caller), query, { offset: 0, limit })
      return rows.map((row) => ({ id: row.binding_id, name: nameOf(row) }))
    },
  }) satisfies BatchObjects<'binding'>
