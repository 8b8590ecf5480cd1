import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { z } from 'zod'
import { call } from './call.ts'
import { endSession, type SessionEnd, startSession, tokenOf } from './session.ts'

/** Local storage: for each account the token by which this browser needs no second factor. Worth nothing alone. */
const KEY = 'trustedBrowser'
const Tokens = z.record(z.string(), z.string())

const readTokens = (): Record<string, string> => {
  try {
    return Tokens.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    // Not JSON: as if no browser was ever trusted.
    return {}
  }
}

/** The token of an account on this browser; undefined when it is not trusted. */
const trustedTokenOf = (user_name: string): string | undefined => readTokens()[user_name.trim().toLowerCase()]

/** Keeps what the server gave this browser for an account. */
const trustBrowser = (user_name: string, token: string): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...readTokens(), [user_name.trim().toLowerCase()]: token }))

/** A client that speaks with a token that is not yet the session's. */
const clientOf = (user: UserInfo) => createClient({ base_url: '', token: () => user.token })

/** The second step of a log-in: a code, and whether this browser needs none for thirty days. */
export type SecondStep = { code: string; trust_browser: boolean }

/** Account, password and, where it is asked for, a code -> who it is. No session yet: something may have to be done first. */
export const logIn = async (user_name: string, password: string, step?: SecondStep): Promise<UserInfo> => {
  const browser_token = trustedTokenOf(user_name)
  const trusted = step === undefined && browser_token !== undefined ? { browser_token } : {}
  const answer = await call(api.login, { body: { user_name, password, ...trusted, ...step } })
  const { browser_token: given, ...user } = answer
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

/** Fetches the menu and starts the session: from here on the console is open. */
export const openSession = async (user: UserInfo): Promise<void> => {
  const menu = await clientOf(user)(api.roleMenu)
  startSession({ ...user, must_change_password: false, must_enrol_second_factor: false }, menu)
}

/** The client of the farewell: `keepalive` sends it to its end when the tab is closed right after. */
const farewell = createClient({
  base_url: '',
  token: tokenOf,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})

/** Ends the session here at once and tells the server; what the server says never keeps anybody signed in. */
export const logOff = (reason: SessionEnd): void => {
  void farewell(api.logoff).catch(() => {
    // The token dies by itself after two idle hours.
  })
  endSession(reason)
}
