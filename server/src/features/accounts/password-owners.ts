import type { AppContext } from '../../app-context.ts'
import type { PasswordOwners } from '../password-links/public.ts'
import { deleteSessionsOf } from '../session/public.ts'
import { assertOther, readChangeable } from './change.ts'
import { updateAccount } from './store.ts'

/** Accounts as owners of password links: those whose password the caller may reset, except the own. */
export const accountPasswordOwners = ({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): PasswordOwners => ({
  needs: 'account:reset-password',
  read: async (caller, uid) => {
    const row = await readChangeable(db, caller, uid, new Date(clock.now()))
    assertOther(caller, uid)
    return { name: row.user_name, disabled: row.disabled || row.agent_disabled || row.is_over, person: row }
  },
  set: async (trx, uid, { password_hash, at }) => {
    await updateAccount(trx, uid, { password_hash, must_change_password: false, updated_at: at })
    await deleteSessionsOf(trx, uid)
  },
})
