import { MENU } from '@heatfleet/contract/menu.ts'
import { session, UserInfo } from '@heatfleet/contract/session/session.ts'
import { describe, expect, it } from 'vitest'
import { clearSession, readSession, type SessionStorage, writeSession } from './session-storage.ts'

const user = UserInfo.parse(session.login.example)
const menu = [...MENU]

const makeStorage = () => {
  const kept = new Map<string, string>()
  const cookies = new Map<string, string>([['other', '1']])
  const storage: SessionStorage = {
    local: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
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
  return { storage, kept, cookies }
}

describe('the saved session', () => {
  it('is kept under the keys of the specification', () => {
    const { storage, kept, cookies } = makeStorage()
    writeSession(storage, { user, menu })
    expect([...kept.keys()].sort()).toEqual(['UserInfo', 'menu', 'uid'])
    expect(kept.get('uid')).toBe('1')
    expect(cookies.get('token')).toBe(user.token)
    expect(readSession(storage)).toEqual({ user, menu })
  })

  it('is deleted completely, other keys stay', () => {
    const { storage, kept, cookies } = makeStorage()
    kept.set('devInfo', '{}')
    kept.set('locale', 'pl')
    writeSession(storage, { user, menu })
    clearSession(storage)
    expect([...kept.keys()]).toEqual(['locale'])
    expect([...cookies.keys()]).toEqual(['other'])
    expect(readSession(storage)).toBeNull()
  })

  it.each([
    ['without the token cookie', ({ cookies }: ReturnType<typeof makeStorage>) => cookies.delete('token')],
    ['with another token in the cookie', ({ cookies }) => cookies.set('token', 'foreign')],
    ['without a menu', ({ kept }) => kept.delete('menu')],
    ['with broken JSON', ({ kept }) => kept.set('UserInfo', '{')],
    ['with the data of an older console', ({ kept }) => kept.set('UserInfo', '{"token":"x"}')],
  ] satisfies [string, (made: ReturnType<typeof makeStorage>) => unknown][])('is none %s', (_, spoil) => {
    const made = makeStorage()
    writeSession(made.storage, { user, menu })
    spoil(made)
    expect(readSession(made.storage)).toBeNull()
  })
})
