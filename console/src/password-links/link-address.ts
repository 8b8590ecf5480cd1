/** Query parameter of the log-in screen that carries the token of a password link. */
export const LINK_PARAM = 'link'

/** The link's address: the token is in the hash, so that no server or proxy logs it. */
export const linkAddress = (token: string): string => {
  const { origin, pathname } = window.location
  return `${origin}${pathname}#/login?${new URLSearchParams({ [LINK_PARAM]: token }).toString()}`
}
