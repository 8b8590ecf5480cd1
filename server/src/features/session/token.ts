import { createHash, randomBytes } from 'node:crypto'

/** 256 bits: never guessed. */
const TOKEN_BYTES = 32

/** A fresh opaque token, base64url. Returned once, at the log-in; only its hash is stored. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Stored hash of a token: its SHA-256. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
