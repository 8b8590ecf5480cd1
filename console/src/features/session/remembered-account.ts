/** Local storage: the account (never the password) of the last log-in that asked for it. */
const KEY = 'rememberedAccount'

/** The remembered account; empty when none is. */
export const readAccount = (): string => localStorage.getItem(KEY) ?? ''

/** Remembers an account, or forgets it. */
export const rememberAccount = (account: string | null): void => {
  if (account === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, account)
}
