import { isDeviceId } from './device-protocol.ts'

/**
 * MQTT log-in of a module (device-protocol 1). The password of mode `h1` is the lower-case hex of
 * HMAC-SHA256(secret, deviceSignatureInput(did, ts)); of mode `s1` (no clock yet, TLS only, allowed per device) the
 * hex of the secret itself, with ts = 0. The HMAC is left to the caller, so that this file runs anywhere.
 */
export const AUTH_MODES = ['h1', 's1'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

/** The parts of a username; ts in unix seconds, 0 = the module has no clock. */
export type DeviceLogin = { did: string; ts: number; mode: AuthMode }

/** A signature is accepted this far from the server's clock either way, in seconds. */
export const SIGNATURE_WINDOW_S = 600
/** Length of a device secret in bytes. */
export const SECRET_BYTES = 32
/** Wrong passwords that ban the pair (did, source address); never the did alone, else anyone locks a device out. */
export const BAN_AFTER_FAILURES = 5
/** Failures are counted over this time, and a ban lasts as long, in seconds. */
export const BAN_WINDOW_S = 600

/** Username of a log-in: `did|ts|mode`, e.g. `863412060123455|1767225600|h1`. */
export const buildUsername = ({ did, ts, mode }: DeviceLogin): string => `${did}|${ts}|${mode}`

/** The parts of a username; null for a bad id, a ts that is no canonical u32, an unknown mode, s1 with a clock. */
export const parseUsername = (username: string): DeviceLogin | null => {
  const [did = '', digits = '', mode, ...rest] = username.split('|')
  if (rest.length > 0 || !isDeviceId(did) || !/^(?:0|[1-9]\d{0,9})$/.test(digits)) return null
  const ts = Number(digits)
  if (ts > 0xffff_ffff) return null
  if (mode === 'h1') return { did, ts, mode }
  return mode === 's1' && ts === 0 ? { did, ts, mode } : null
}

/** The text an `h1` module signs. */
export const deviceSignatureInput = (did: string, ts: number): string => `${did}|${ts}`

/** Whether a signature made at `ts` is still good at `nowS`; both unix seconds. */
export const isSignatureFresh = (ts: number, nowS: number): boolean => Math.abs(nowS - ts) <= SIGNATURE_WINDOW_S
