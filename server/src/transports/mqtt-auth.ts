import { createHmac } from 'node:crypto'
import {
  deviceSignatureInput,
  isSignatureFresh,
  parseUsername,
} from '@heatfleet/contract/device-protocol/device-auth.ts'
import { isDeviceId } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { mayPublish, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import type { Clock } from '../platform/clock.ts'
import { isEqualConstantTime } from './constant-time.ts'
import type { Bans } from './mqtt-bans.ts'

/** Fields of an MQTT CONNECT. */
export type LoginAttempt = {
  client_id: string
  username: string
  password: string
  address: string
  is_tls: boolean
  will_topic: string | null
}

/** Credentials of a device; `secret` is null when it cannot be decrypted. */
export type DeviceCredentials = { secret: Buffer | null; static_login: boolean }

/** CONNACK codes of MQTT 3.1.1 in use: identifier rejected, server unavailable, bad user or password, not authorised. */
export const CONNACK = { bad_id: 2, unavailable: 3, bad_password: 4, refused: 5 } as const

export type LoginRefusal =
  | 'bad_client_id'
  | 'bad_username'
  | 'foreign_client_id'
  | 'foreign_will'
  | 'banned'
  | 'unknown_device'
  | 'stale_signature'
  | 'wrong_password'
  | 'static_refused'
  | 'unavailable'
export type LoginResult =
  | { ok: true; did: string }
  | { ok: false; reason: LoginRefusal; code: (typeof CONNACK)[keyof typeof CONNACK] }

export type AuthDeps = {
  clock: Pick<Clock, 'now'>
  bans: Bans
  /** Null = no such device; throws when the database is unavailable. */
  findCredentials: (did: string) => Promise<DeviceCredentials | null>
  /** Laboratory: mode s1 without TLS. */
  plain_static_login: boolean
}

/** Authenticates a module (device-protocol 1): h1 = HMAC over id and time, s1 = the secret itself, over TLS only. */
export const authenticateLogin = async (deps: AuthDeps, attempt: LoginAttempt): Promise<LoginResult> => {
  const { client_id, address } = attempt
  // An id of digits or hex holds none of + # / $ NUL, and nothing that reads as a path.
  if (!isDeviceId(client_id)) return refuse('bad_client_id', CONNACK.bad_id)
  const login = parseUsername(attempt.username)
  if (login === null) return refuse('bad_username', CONNACK.bad_password)
  const { did } = login
  if (did !== client_id) return refuse('foreign_client_id', CONNACK.refused)
  if (attempt.will_topic !== null && !isOwnWill(did, attempt.will_topic)) return refuse('foreign_will', CONNACK.refused)
  const now_ms = deps.clock.now()
  if (deps.bans.isBanned(did, address, now_ms)) return refuse('banned', CONNACK.refused)
  const credentials = await deps.findCredentials(did).catch(() => 'unavailable' as const)
  if (credentials === 'unavailable') return refuse('unavailable', CONNACK.unavailable)
  const fault = findFault(deps, attempt, login, credentials, now_ms)
  if (fault === null) {
    deps.bans.forget(did, address)
    return { ok: true, did }
  }
  deps.bans.addFailure(did, address, now_ms)
  return refuse(fault, fault === 'unknown_device' ? CONNACK.refused : CONNACK.bad_password)
}

/** The last will may use the module's own state channel only. */
export const isOwnWill = (did: string, topic: string): boolean => mayPublish(did, topic) && topic === upTopic(did, 'st')

const findFault = (
  { plain_static_login }: AuthDeps,
  { password, is_tls }: LoginAttempt,
  { did, ts, mode }: { did: string; ts: number; mode: 'h1' | 's1' },
  credentials: DeviceCredentials | null,
  now_ms: number,
): LoginRefusal | null => {
  if (credentials === null || credentials.secret === null) return 'unknown_device'
  if (mode === 's1') {
    if (!credentials.static_login || !(is_tls || plain_static_login)) return 'static_refused'
    return isEqualConstantTime(password, credentials.secret.toString('hex')) ? null : 'wrong_password'
  }
  // The signature is checked first: without the secret, a caller learns nothing about the clock.
  const signed = createHmac('sha256', credentials.secret).update(deviceSignatureInput(did, ts)).digest('hex')
  if (!isEqualConstantTime(password, signed)) return 'wrong_password'
  return isSignatureFresh(ts, Math.floor(now_ms / 1000)) ? null : 'stale_signature'
}

const refuse = (
  reason: LoginRefusal,
  code: (typeof CONNACK)[keyof typeof CONNACK],
): { ok: false; reason: LoginRefusal; code: (typeof CONNACK)[keyof typeof CONNACK] } => ({ ok: false, reason, code })
