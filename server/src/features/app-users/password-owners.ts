import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { PasswordOwners } from '../password-links/public.ts'
import { scopesOf } from './scopes-of.ts'
import { updatePasswordOf } from './store.ts'
import { findAppUser } from './store-list.ts'

/** App users as owners of password links. */
export const appUserPasswordOwners = ({ database: { db } }: Pick<AppContext, 'database'>): PasswordOwners => ({
  needs: 'appuser:edit',
  read: async (caller, app_user_id) => {
    const row = await findAppUser(db, scopesOf(caller), app_user_id)
    if (row === null) throw new Refusal('app_user_not_found')
    if (row.erased_at !== null) throw new Refusal('app_user_erased')
    return { name: row.nick_name, disabled: row.disabled, person: row }
  },
  set: updatePasswordOf,
})
