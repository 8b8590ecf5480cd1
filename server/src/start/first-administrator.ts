import type { Kysely } from 'kysely'
import { generatePassword } from '../platform/generate-password.ts'
import { hashPassword } from '../platform/password-hash.ts'
import type { Tables } from '../platform/tables.ts'
import { insertAccount, isWithoutAccounts } from './store-first-start.ts'

/** Log-in name of the first administrator. */
export const FIRST_ADMINISTRATOR = 'admin'

/** The created administrator's password, generated or given; null = an account exists already. */
export type CreatedAdministrator = { password: string; generated: boolean } | null

/** Creates the administrator on a database without accounts, with the given or a generated password. */
export const ensureAdministrator = async (
  db: Kysely<Tables>,
  password: string | undefined,
  change_at_login: boolean,
): Promise<CreatedAdministrator> => {
  if (!(await isWithoutAccounts(db))) return null
  const chosen = password ?? generatePassword()
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
