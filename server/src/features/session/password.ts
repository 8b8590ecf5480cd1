import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** OWASP's floor for Argon2id: 19 MiB, two passes, one lane; about 10 ms here. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The PHC text kept in accounts.password_hash. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let nobodys: Promise<string> | undefined

/**
 * Whether the password is the account's. With null (no such account) the same work is done against a hash that nobody
 * knows a password for, so that time does not tell who exists.
 */
export const isPassword = async (password_hash: string | null, password: string): Promise<boolean> => {
  nobodys ??= hashPassword(crypto.randomUUID())
  const known = await verify(password_hash ?? (await nobodys), password)
  return known && password_hash !== null
}

/** Makes the hash for unknown accounts before the first log-in needs it. */
export const warmPassword = async (): Promise<void> => {
  await isPassword(null, '')
}
