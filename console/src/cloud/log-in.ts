import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import {
  challengeOf,
  type ProofChallenge,
  type SignInProof,
  solveProof,
} from '@heatfleet/contract/session/sign-in-proof.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { endSession, type SessionEnd, startSession, tokenOf } from './session.ts'

/**
 * Local storage: per account the token that replaces the second factor on this browser. Useless without the password.
 */
const KEY = 'trustedBrowser'
const Tokens = z.record(z.string(), z.string())

const readTokens = (): Record<string, string> => {
  try {
    return Tokens.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    // Not JSON: no browser is trusted.
    return {}
  }
}

const trustedTokenOf = (user_name: string): string | undefined => readTokens()[user_name.trim().toLowerCase()]

const trustBrowser = (user_name: string, token: string): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...readTokens(), [user_name.trim().toLowerCase()]: token }))

/** A client with a token that is not the session's yet. */
const clientOf = (user: UserInfo) => createClient({ base_url: '', token: () => user.token })

/** The second step of a log-in: a code, and whether this browser is trusted for thirty days. */
type SecondStep = { code: string; trust_browser: boolean }

/** Without WebCrypto, which a page has over HTTPS alone. */
const solve = async (challenge: ProofChallenge): Promise<SignInProof> => {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return solveProof(challenge, sha256, () => new Promise((done) => setTimeout(done)))
}

/**
 * Authenticates by account, password and, if required, a code. Does not start the session: a log-in step may be
 * pending. After failed attempts the server asks for a proof of work first; `onProof` is called when it begins and ends.
 */
export const logIn = async (
  user_name: string,
  password: string,
  { step, onProof = () => {} }: { step?: SecondStep; onProof?: (is_solving: boolean) => void } = {},
): Promise<UserInfo> => {
  const browser_token = trustedTokenOf(user_name)
  const trusted = step === undefined && browser_token !== undefined ? { browser_token } : {}
  const body = { user_name, password, ...trusted, ...step }
  const result = await call(api.login, { body }).catch(async (error: unknown) => {
    const challenge = error instanceof Refusal ? challengeOf(error) : null
    if (challenge === null) throw error
    onProof(true)
    try {
      return await call(api.login, { body: { ...body, proof: await solve(challenge) } })
    } finally {
      onProof(false)
    }
  })
  const { browser_token: given, ...user } = result
  if (given !== null) trustBrowser(user_name, given)
  return user
}

/** Replaces an initial password before the session starts. */
export const replaceInitialPassword = async (
  user: UserInfo,
  old_password: string,
  new_password: string,
): Promise<void> => {
  await clientOf(user)(api.modifyPassword, { body: { old_password, new_password } })
}

/** Enrols a second factor before the session starts: a role asks for it. */
export const enrolmentBefore = (user: UserInfo, password: string) => ({
  start: () => clientOf(user)(api.startSecondFactor, { body: { password } }),
  confirm: (code: string) => clientOf(user)(api.confirmSecondFactor, { body: { code } }),
})

/** Fetches the menu and starts the session. */
export const openSession = async (user: UserInfo): Promise<void> => {
  const menu = await clientOf(user)(api.roleMenu)
  startSession({ ...user, must_change_password: false, must_enrol_second_factor: false }, menu)
}

/** `keepalive` completes the request even if the tab is closed right after it. */
const keepalive_client = createClient({
  base_url: '',
  token: tokenOf,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})

/** Ends the session locally at once and notifies the server, whose answer does not matter. */
export const logOff = (reason: SessionEnd): void => {
  void keepalive_client(api.logoff).catch(() => {
    // The token expires after two idle hours anyway.
  })
  endSession(reason)
}
