import { createHmac } from 'node:crypto'
import {
  type AuthMode,
  type DeviceLogin,
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
type LoginAttempt = {
  client_id: string
  username: string
  password: string
  address: string
  is_tls: boolean
  will_topic: string | null
}

/** Credentials of a device; `secret` is null when it cannot be decrypted. */
export type DeviceCredentials = {
  secret: Buffer | null
  static_login: boolean
  /** Another module took its place. */
  replaced: boolean
}

/** A log-in under an id that no device has; `product_key` = the product whose secret was proven, null = none. */
export type UnknownLogin = { mac: string; address: string; auth_mode: AuthMode; product_key: string | null }

/** First contact: unknown modules, and log-in with the secret of a product. */
export type FirstContact = {
  /** Whether an administrator banned the id. */
  isBanned: (did: string) => boolean
  /** The secret of a product that lets its units log in with it; null = there is none. Throws as `findCredentials`. */
  findProductSecret: (product_key: string) => Promise<Buffer | null>
  /** Whether this device may log in with the secret of the product; takes a place of its quota. Throws as above. */
  admit: (did: string, product_key: string) => Promise<'admitted' | 'refused' | 'quota'>
  onUnknown: (login: UnknownLogin) => void
  /** A device logged in with its own secret. */
  onOwnSecret: (did: string) => void
}

/** CONNACK codes of MQTT 3.1.1 in use: identifier rejected, server unavailable, bad user or password, not authorised. */
const CONNACK = { bad_id: 2, unavailable: 3, bad_password: 4, refused: 5 } as const

type LoginRefusal =
  | 'bad_client_id'
  | 'bad_username'
  | 'foreign_client_id'
  | 'foreign_will'
  | 'banned'
  | 'banned_module'
  | 'unknown_device'
  | 'replaced_module'
  | 'stale_signature'
  | 'wrong_password'
  | 'static_refused'
  | 'product_login_refused'
  | 'provision_quota'
  | 'unavailable'
export type LoginResult =
  | { ok: true; did: string }
  | { ok: false; reason: LoginRefusal; code: (typeof CONNACK)[keyof typeof CONNACK] }

export type AuthDeps = {
  clock: Pick<Clock, 'now'>
  bans: Bans
  /** Null = no such device; throws when the database is unavailable. */
  findCredentials: (did: string) => Promise<DeviceCredentials | null>
  /** Laboratory: modes s1 and p1 without TLS. */
  plain_static_login: boolean
  /** Null = unknown modules are not noted, and mode p1 is not offered. */
  first_contact: FirstContact | null
}

/**
 * Authenticates a module (device-protocol 1): h1 = HMAC over id and time, s1 = the secret itself, p1 = as h1 with the secret
 * of the product; the latter two over TLS only.
 */
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
  // Before anything that costs: no query, no hash, no record.
  if (deps.first_contact?.isBanned(did) === true) return refuse('banned_module', CONNACK.refused)
  if (deps.bans.isBanned(did, address, now_ms)) return refuse('banned', CONNACK.refused)
  const fault = await findFault(deps, attempt, login, now_ms).catch(() => 'unavailable' as const)
  if (fault === 'unavailable') return refuse('unavailable', CONNACK.unavailable)
  if (fault === null) {
    deps.bans.forget(did, address)
    if (login.mode !== 'p1') deps.first_contact?.onOwnSecret(did)
    return { ok: true, did }
  }
  deps.bans.addFailure(did, address, now_ms)
  return refuse(fault, REFUSED.has(fault) ? CONNACK.refused : CONNACK.bad_password)
}

/** Another password would not help. */
const REFUSED: ReadonlySet<LoginRefusal> = new Set([
  'unknown_device',
  'replaced_module',
  'product_login_refused',
  'provision_quota',
])

/** The last will may use the module's own state channel only. */
const isOwnWill = (did: string, topic: string): boolean => mayPublish(did, topic) && topic === upTopic(did, 'st')

const findFault = async (
  deps: AuthDeps,
  attempt: LoginAttempt,
  login: DeviceLogin,
  now_ms: number,
): Promise<LoginRefusal | null> => {
  const credentials = await deps.findCredentials(login.did)
  if (credentials?.replaced === true) return 'replaced_module'
  if (login.mode === 'p1') return findProductFault(deps, attempt, login, credentials !== null, now_ms)
  if (credentials === null) {
    reportUnknown(deps, attempt, login, null)
    return 'unknown_device'
  }
  const { secret, static_login } = credentials
  if (secret === null) return 'unknown_device'
  if (login.mode === 's1') {
    if (!static_login || !isConfidential(deps, attempt)) return 'static_refused'
    return isEqualConstantTime(attempt.password, secret.toString('hex')) ? null : 'wrong_password'
  }
  return signatureFault(secret, attempt, login, now_ms)
}

/** Mode p1: a module that has no secret of its own yet proves to know that of its product. */
const findProductFault = async (
  deps: AuthDeps,
  attempt: LoginAttempt,
  login: DeviceLogin & { mode: 'p1' },
  is_known: boolean,
  now_ms: number,
): Promise<LoginRefusal | null> => {
  const { first_contact } = deps
  // What follows sends the module a secret of its own.
  const secret =
    first_contact === null || !isConfidential(deps, attempt)
      ? null
      : await first_contact.findProductSecret(login.product_key)
  const fault = secret === null ? 'product_login_refused' : signatureFault(secret, attempt, login, now_ms)
  if (!is_known) {
    reportUnknown(deps, attempt, login, fault === null ? login.product_key : null)
    return 'unknown_device'
  }
  if (fault !== null || first_contact === null) return fault
  const admission = await first_contact.admit(login.did, login.product_key)
  if (admission === 'admitted') return null
  return admission === 'quota' ? 'provision_quota' : 'product_login_refused'
}

const reportUnknown = (
  { first_contact }: AuthDeps,
  { address }: LoginAttempt,
  { did, mode }: DeviceLogin,
  product_key: string | null,
): void => first_contact?.onUnknown({ mac: did, address, auth_mode: mode, product_key })

const isConfidential = ({ plain_static_login }: AuthDeps, { is_tls }: LoginAttempt): boolean =>
  is_tls || plain_static_login

/** The signature is checked before its time: without the secret, a caller learns nothing about the clock. */
const signatureFault = (
  secret: Buffer,
  { password }: LoginAttempt,
  login: DeviceLogin,
  now_ms: number,
): 'wrong_password' | 'stale_signature' | null => {
  const signed = createHmac('sha256', secret).update(deviceSignatureInput(login)).digest('hex')
  if (!isEqualConstantTime(password, signed)) return 'wrong_password'
  return isSignatureFresh(login.ts, Math.floor(now_ms / 1000)) ? null : 'stale_signature'
}

const refuse = (
  reason: LoginRefusal,
  code: (typeof CONNACK)[keyof typeof CONNACK],
): { ok: false; reason: LoginRefusal; code: (typeof CONNACK)[keyof typeof CONNACK] } => ({ ok: false, reason, code })
