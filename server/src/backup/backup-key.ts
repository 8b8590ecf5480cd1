import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

/** Of each backup its own salt; the cost is kept beside it, so that it can rise later. */
export const KeyDerivation = z.object({
  name: z.literal('scrypt'),
  n: z.number().int().min(16_384).max(1_048_576),
  r: z.number().int().min(8).max(16),
  p: z.number().int().min(1).max(4),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
})
export type KeyDerivation = z.output<typeof KeyDerivation>

/** 64 MB and a quarter of a second for each guess. */
const COST = { name: 'scrypt', n: 65_536, r: 8, p: 1 } as const
const KEY_BYTES = 32
export const PASSPHRASE_MIN = 12

export const createDerivation = (): KeyDerivation => ({ ...COST, salt: randomBytes(32).toString('hex') })

/** The key of a backup; all others are derived from it. */
export const deriveKey = (passphrase: string, { n, r, p, salt }: KeyDerivation): Promise<Buffer> => {
  if (passphrase.length < PASSPHRASE_MIN)
    throw new BackupError(`HEATFLEET_BACKUP_PASSPHRASE needs at least ${PASSPHRASE_MIN} characters.`)
  const options = { N: n, r, p, maxmem: 256 * n * r }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  )
}

/** The key of one part: a nonce never meets the same key twice. */
export const partKey = (key: Buffer, part: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `heatfleet backup part ${part}`, KEY_BYTES))

/** Tells a wrong passphrase from a damaged backup. */
export const keyCheck = (key: Buffer): string => hmacOf(key, 'heatfleet backup key')

export const hmacOf = (key: Buffer, data: string | Buffer): string =>
  createHmac('sha256', key).update(data).digest('hex')

export const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
