import { MENU } from '@heatfleet/contract/menu.ts'
import { session, UserInfo } from '@heatfleet/contract/session/session.ts'
import { describe, expect, it } from 'vitest'
import {
  clearSession,
  readDevInfo,
  readSession,
  type SessionStorage,
  writeDevInfo,
  writeSession,
} from './session-storage.ts'

const user = UserInfo.parse(session.login.example)
const menu = [...MENU]

const makeStorage = () => {
  const stored = new Map<string, string>()
  const cookies = new Map<string, string>([['other', '1']])
  const storage: SessionStorage = {
    local: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    cookies: {
      read: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      write: (cookie) => {
        const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
        if (cookie.includes('Max-Age=0')) cookies.delete(name)
        else cookies.set(name, value)
      },
    },
  }
  return { storage, kept: stored, cookies }
}

describe('the saved session', () => {
  it('is kept under the keys of the specification', () => {
    const { storage, kept: stored, cookies } = makeStorage()
    writeSession(storage, { user, menu })
    expect([...stored.keys()].sort()).toEqual(['UserInfo', 'menu', 'uid'])
    expect(stored.get('uid')).toBe('1')
    expect(cookies.get('token')).toBe(user.token)
    expect(readSession(storage)).toEqual({ user, menu })
  })

  it('is deleted completely, with the unit opened last; other keys stay', () => {
    const { storage, kept: stored, cookies } = makeStorage()
    const unit = { mac: '863412060123455', device_name: 'Villa Linden 4', product_key: 'r290-monobloc' }
    writeDevInfo(storage, unit)
    expect(JSON.parse(stored.get('devInfo') ?? '')).toEqual(unit)
    expect(readDevInfo(storage)).toEqual(unit)
    stored.set('locale', 'pl')
    writeSession(storage, { user, menu })
    clearSession(storage)
    expect([...stored.keys()]).toEqual(['locale'])
    expect([...cookies.keys()]).toEqual(['other'])
    expect([readSession(storage), readDevInfo(storage)]).toEqual([null, null])
  })

  it.each([
    ['without the token cookie', ({ cookies }: ReturnType<typeof makeStorage>) => cookies.delete('token')],
    ['with another token in the cookie', ({ cookies }) => cookies.set('token', 'foreign')],
    ['without a menu', ({ kept: stored }) => stored.delete('menu')],
    ['with broken JSON', ({ kept: stored }) => stored.set('UserInfo', '{')],
    ['with the data of an older console', ({ kept: stored }) => stored.set('UserInfo', '{"token":"x"}')],
  ] satisfies [string, (storages: ReturnType<typeof makeStorage>) => unknown][])('is none %s', (_, corrupt) => {
    const storages = makeStorage()
    writeSession(storages.storage, { user, menu })
    corrupt(storages)
    expect(readSession(storages.storage)).toBeNull()
  })
})
