/** Query parameter of the log-in screen that carries the token of a link to a new password. */
export const LINK_PARAM = 'link'

/** The address to hand over: behind the hash, so that the token is in no log of a server or proxy. */
export const linkAddress = (token: string): string => {
  const { origin, pathname } = window.location
  return `${origin}${pathname}#/login?${new URLSearchParams({ [LINK_PARAM]: token }).toString()}`
}
