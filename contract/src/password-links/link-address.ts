/** Query parameter of the log-in screen that carries the token of a password link. */
export const LINK_PARAM = 'link'

/** Query parameter with which that screen asks for a link to a new password. */
export const FORGOTTEN_PARAM = 'forgotten'

/** The link's address below that of the console. The token is in the hash, so that no server or proxy logs it. */
export const linkAddress = (console_url: string, token: string): string =>
  `${console_url.replace(/\/$/, '')}/#/login?${new URLSearchParams({ [LINK_PARAM]: token }).toString()}`
