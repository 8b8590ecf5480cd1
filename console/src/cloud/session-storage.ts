import { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { UserInfo } from '@heatfleet/contract/session/session.ts'
import { z } from 'zod'

/** Where the session is kept (spec 3): cookie `token`; local storage `UserInfo`, `menu`, `uid`, `devInfo`. */
export type SessionStorage = {
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  cookies: { read: () => string; write: (cookie: string) => void }
}

/** The signed-in account and its menu. */
type SavedSession = { user: UserInfo; menu: MenuEntry[] }

const KEYS = ['UserInfo', 'menu', 'uid', 'devInfo'] as const
const COOKIE = 'Path=/; SameSite=Strict'

const tokenIn = (cookies: string): string | null =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith('token='))
    ?.slice('token='.length) ?? null

const parse = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null => {
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Not JSON: written by other software; no session.
    return null
  }
}

/** The stored session; null without a token or with data of an older console. */
export const readSession = (storage: SessionStorage): SavedSession | null => {
  const user = parse(UserInfo, storage.local.getItem('UserInfo'))
  const menu = parse(z.array(MenuEntry), storage.local.getItem('menu'))
  const token = tokenIn(storage.cookies.read())
  if (user === null || menu === null || token === null || decodeURIComponent(token) !== user.token) return null
  return { user, menu }
}

/** Stores the session; the cookie lives as long as the browser, the server expires the token after two idle hours. */
export const writeSession = (storage: SessionStorage, { user, menu }: SavedSession): void => {
  storage.cookies.write(`token=${encodeURIComponent(user.token)}; ${COOKIE}`)
  storage.local.setItem('menu', JSON.stringify(menu))
  storage.local.setItem('uid', String(user.uid))
  storage.local.setItem('UserInfo', JSON.stringify(user))
}

/** The unit that was opened last, as the specification keeps it. */
const DevInfo = z.object({ mac: z.string(), device_name: z.string(), product_key: z.string() })
export type DevInfo = z.infer<typeof DevInfo>

/** Keeps the unit that is open until another is, or the session ends. */
export const writeDevInfo = ({ local }: SessionStorage, { mac, device_name, product_key }: DevInfo): void =>
  local.setItem('devInfo', JSON.stringify({ mac, device_name, product_key }))

/** The unit that is kept; null = none was opened in this session. */
export const readDevInfo = ({ local }: SessionStorage): DevInfo | null => parse(DevInfo, local.getItem('devInfo'))

/** Deletes the token and everything stored with it. */
export const clearSession = (storage: SessionStorage): void => {
  storage.cookies.write(`token=; ${COOKIE}; Max-Age=0`)
  for (const key of KEYS) storage.local.removeItem(key)
}
