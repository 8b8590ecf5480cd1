import type { Kysely } from 'kysely'
import { makePassword } from '../platform/make-password.ts'
import { hashPassword } from '../platform/password-hash.ts'
import type { Tables } from '../platform/tables.ts'
import { insertAccount, isWithoutAccounts } from './store-first.ts'

/** Log-in name of the first administrator. */
export const FIRST_ADMINISTRATOR = 'admin'

/** What a person must be told: the password made for them (once), or that theirs was taken; null = it exists already. */
export type MadeAdministrator = { password: string; generated: boolean } | null

/** Makes the administrator on a database without accounts, with the given password or a made-up one. */
export const ensureAdministrator = async (
  db: Kysely<Tables>,
  password: string | undefined,
  change_at_login: boolean,
): Promise<MadeAdministrator> => {
  if (!(await isWithoutAccounts(db))) return null
  const chosen = password ?? makePassword()
  await insertAccount(db, {
    user_name: FIRST_ADMINISTRATOR,
    nick_name: 'Administrator',
    role_name: 'Platform admin',
    agent_id: null,
    password_hash: await hashPassword(chosen),
    must_change_password: change_at_login && password === undefined,
  })
  return { password: chosen, generated: password === undefined }
}
