import { z } from 'zod'

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
export const trustedTokenOf = (user_name: string): string | undefined => readTokens()[user_name.trim().toLowerCase()]

/** Keeps what the server gave this browser for an account. */
export const trustBrowser = (user_name: string, token: string): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...readTokens(), [user_name.trim().toLowerCase()]: token }))
