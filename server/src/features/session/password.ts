import { Refusal } from '@heatfleet/contract/errors.ts'
import { COMMON_PASSWORDS } from '@heatfleet/contract/session/common-passwords.ts'
import { checkPassword, type PasswordOwner } from '@heatfleet/contract/session/password-policy.ts'
import type { Config } from '../../config.ts'
import { hashPassword, isPassword } from '../../platform/password-hash.ts'

let decoyHash: Promise<string> | undefined

/**
 * Whether the password is the account's. With null (no such account) the password is checked against a decoy hash, so
 * that response time does not reveal which accounts exist.
 */
export const isPasswordOf = async (password_hash: string | null, password: string): Promise<boolean> => {
  decoyHash ??= hashPassword(crypto.randomUUID())
  const right = await isPassword(password_hash ?? (await decoyHash), password)
  return right && password_hash !== null
}

/** Refuses a password the policy does not allow, naming the field it was typed into. Decision 0011. */
export const assertPassword = (
  { HEATFLEET_PASSWORD_MIN }: Pick<Config, 'HEATFLEET_PASSWORD_MIN'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): void => {
  const flaw = checkPassword({ min: HEATFLEET_PASSWORD_MIN, common: COMMON_PASSWORDS }, password, owner)
  if (flaw !== null) throw new Refusal(flaw.code, { field, details: flaw.details })
}
