import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new application key: an identifier, told apart from the console's own by its beginning. */
export const makeAppKey = (): string => `app_${randomBytes(12).toString('base64url')}`

/** A new application secret, 256 bits; told once, only its hash is kept. */
export const makeAppSecret = (): string => randomBytes(32).toString('base64url')

/** What the database knows of a secret: its SHA-256. */
export const hashAppSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Whether this is the secret, in a time that does not depend on where the two differ. */
export const isAppSecret = (secret_hash: Buffer, secret: string): boolean =>
  timingSafeEqual(secret_hash, hashAppSecret(secret))
