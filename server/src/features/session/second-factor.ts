import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Secret, TOTP } from 'otpauth'
import type { AppContext } from '../../app-context.ts'
import { unseal } from '../../platform/seal.ts'
import { takeRecoveryCode, takeStep } from './store-second-factor.ts'

/** RFC 4226: at least 128 bits, 160 recommended. */
const SECRET_BYTES = 20
/** Steps of 30 s a phone's clock may be wrong by, either way. */
const WINDOW_STEPS = 1

const totpOf = (secret: Buffer, user_name = ''): TOTP =>
  new TOTP({
    issuer: 'Heatfleet',
    label: user_name,
    // A copy: the library wants the whole buffer behind it.
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** A fresh shared secret. */
export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** Enrolment data for an authenticator app: the secret to type, and the URI to scan. */
export const enrolmentOf = (secret: Buffer, user_name: string): { secret: string; uri: string } => {
  const totp = totpOf(secret, user_name)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The 30 s step a six-digit code belongs to, one step early or late included; null when it is no code of the secret. */
export const stepOf = (secret: Buffer, code: string, now_ms: number): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now_ms, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now_ms }) + delta
}

/** Without letters and digits that look alike; 32 of them, five bits each. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz'

/** Ten codes of 50 bits, as they are shown: `k7m2p-x9q4r`. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: LIMITS.recovery_codes }, () => {
    const letters = Array.from(randomBytes(10), (byte) => LETTERS[byte % 32]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })

/** Stored hash of a recovery code; includes the account, so that equal codes of two accounts differ. */
export const hashRecoveryCode = (uid: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${uid}:${normalizeCode(code)}`)
    .digest()

const normalizeCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '')

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key'>

/** Takes a code of an enrolled account: one of the app, good once and never an older one again, or a recovery code. */
export const takeCode = async (
  { database: { db }, clock, secret_key }: Deps,
  { uid, totp_secret_sealed }: { uid: number; totp_secret_sealed: Buffer | null },
  code: string,
): Promise<boolean> => {
  const digits = normalizeCode(code)
  if (!/^\d{6}$/.test(digits)) return takeRecoveryCode(db, uid, hashRecoveryCode(uid, code), new Date(clock.now()))
  const secret = totp_secret_sealed === null ? null : unseal(secret_key, totp_secret_sealed)
  const step = secret === null ? null : stepOf(secret, digits, clock.now())
  return step !== null && takeStep(db, uid, step)
}
