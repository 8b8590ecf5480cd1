import { hashPassword, isPassword } from '../../platform/password-hash.ts'

let nobodys: Promise<string> | undefined

/**
 * Whether the password is the account's. With null (no such account) the same work is done against a hash that nobody
 * knows a password for, so that time does not tell who exists.
 */
export const isPasswordOf = async (password_hash: string | null, password: string): Promise<boolean> => {
  nobodys ??= hashPassword(crypto.randomUUID())
  const right = await isPassword(password_hash ?? (await nobodys), password)
  return right && password_hash !== null
}
