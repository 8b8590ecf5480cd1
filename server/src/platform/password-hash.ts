import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice of Argon2id settings: 19 MiB, two passes; about 10 ms. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes a password with Argon2id; the salt is inside the text. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID)

/** True when the password belongs to the hash. */
export const isPassword = (password_hash: string, password: string): Promise<boolean> => verify(password_hash, password)
