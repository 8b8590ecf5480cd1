import { createHash, randomBytes } from 'node:crypto'

/** 256 bits: never guessed. */
const TOKEN_BYTES = 32

/** A fresh opaque token, base64url. It is told once, at the log-in; only its hash is kept. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** What the database knows of a token: its SHA-256. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
