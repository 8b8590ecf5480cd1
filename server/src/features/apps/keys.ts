import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new application key: an identifier with a prefix that differs from the console's own key. */
export const makeAppKey = (): string => `app_${randomBytes(12).toString('base64url')}`

/** A new application secret, 256 bits; returned once, only its hash is stored. */
export const makeAppSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret: its SHA-256. */
export const hashAppSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compares a secret in constant time. */
export const isAppSecret = (secret_hash: Buffer, secret: string): boolean =>
  timingSafeEqual(secret_hash, hashAppSecret(secret))
