import type { AccountDraft } from '@heatfleet/contract/accounts/draft.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import type { Tables } from '../../platform/tables.ts'
import { assertPassword } from '../session/public.ts'
import { type Granter, readGrant } from './grants.ts'
import { insertAccount, isNameTaken } from './store.ts'
import { changeAccounts } from './store-grants.ts'
import { assertNotOver } from './valid-until.ts'

/** `db` may be a transaction: the account is created with it or not at all. */
export type CreateDeps = {
  db: Kysely<Tables>
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'HEATFLEET_PASSWORD_MIN'>
}

/**
 * Creates an account: the only function that does, for screens, legacy calls, new distributors and the demo. The draft is parsed;
 * its password must be changed at the first log-in and obeys the policy, unless the demo
 * `keeps_password` of its administrator. Refuses a taken name
 * (`user_already_exists`), a weak password, an expiry in the past, more than the granter has, a role that does not fit, a full quota.
 */
export const createAccount = async (
  { db, clock, config }: CreateDeps,
  by: Granter,
  draft: AccountDraft,
  { keeps_password = false } = {},
): Promise<{ uid: number }> => {
  const { password, ...row } = draft
  if (!keeps_password) assertPassword(config, password, draft)
  const valid_until = draft.valid_until === null ? null : new Date(draft.valid_until)
  assertNotOver(valid_until, new Date(clock.now()))
  const password_hash = await hashPassword(password)
  return changeAccounts(db, async (trx) => {
    await readGrant(trx, by, draft, false)
    if (await isNameTaken(trx, draft.user_name)) throw new Refusal('user_already_exists', { field: 'user_name' })
    return insertAccount(trx, {
      ...row,
      valid_until,
      password_hash,
      must_change_password: !keeps_password,
      created_by: by === 'system' ? null : by.uid,
      updated_at: new Date(clock.now()),
    })
  })
}
