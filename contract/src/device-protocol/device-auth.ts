import { isDeviceId } from './device-protocol.ts'

/** What a product key may be (products.ts); repeated here, because modules read this file and not the console's schemas. */
const PRODUCT_KEY = /^[a-z0-9][a-z0-9-]{1,62}$/

/**
 * MQTT log-in of a module (device-protocol 1). The password of mode `h1` is the lower-case hex of
 * HMAC-SHA256(secret, deviceSignatureInput(login)); of mode `s1` (no clock yet, TLS only, allowed per device) the
 * hex of the secret itself, with ts = 0. Mode `p1` is signed as `h1` is, with the secret of the product that the
 * username names: the first log-in of a module without a secret of its own (TLS only, allowed per product). The HMAC is
 * left to the caller, so that this file runs anywhere.
 */
export const AUTH_MODES = ['h1', 's1', 'p1'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

/** The parts of a username; ts in unix seconds, 0 = the module has no clock. */
export type DeviceLogin =
  | { did: string; ts: number; mode: 'h1' | 's1' }
  | { did: string; ts: number; mode: 'p1'; product_key: string }

/** A signature is accepted this far from the server's clock either way, in seconds. */
const SIGNATURE_WINDOW_S = 600
/** Length of a device secret in bytes. */
export const SECRET_BYTES = 32
/** Wrong passwords that ban the pair (did, source address); never the did alone, else anyone locks a device out. */
export const BAN_AFTER_FAILURES = 5
/** Failures are counted over this time, and a ban lasts as long, in seconds. */
export const BAN_WINDOW_S = 600

/** Username of a log-in: `did|ts|mode`, e.g. `863412060123455|1767225600|h1`; of `p1` with `|product_key`. */
export const buildUsername = (login: DeviceLogin): string =>
  [login.did, login.ts, login.mode, ...(login.mode === 'p1' ? [login.product_key] : [])].join('|')

/**
 * The parts of a username; null for a bad id, a ts that is no canonical u32, an unknown mode, s1 with a clock, p1 without
 * a product key.
 */
export const parseUsername = (username: string): DeviceLogin | null => {
  const [did = '', digits = '', mode, product_key, ...rest] = username.split('|')
  if (rest.length > 0 || !isDeviceId(did) || !/^(?:0|[1-9]\d{0,9})$/.test(digits)) return null
  const ts = Number(digits)
  if (ts > 0xffff_ffff) return null
  if (mode === 'p1')
    return product_key !== undefined && PRODUCT_KEY.test(product_key) ? { did, ts, mode, product_key } : null
  if (product_key !== undefined) return null
  if (mode === 'h1') return { did, ts, mode }
  return mode === 's1' && ts === 0 ? { did, ts, mode } : null
}

/** The text that an `h1` or `p1` module signs. */
export const deviceSignatureInput = (login: DeviceLogin): string =>
  login.mode === 'p1' ? `${login.did}|${login.ts}|${login.product_key}` : `${login.did}|${login.ts}`

/** Whether a signature made at `ts` is still good at `nowS`; both unix seconds. */
export const isSignatureFresh = (ts: number, nowS: number): boolean => Math.abs(nowS - ts) <= SIGNATURE_WINDOW_S
