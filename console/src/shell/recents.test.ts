import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  changeRecents,
  clearRecents,
  RECENTS_MAX,
  type Recent,
  readRecents,
  withLabel,
  withoutRecent,
  withRecent,
} from './recents.ts'

const tab = (path: string, key?: string) => ({ path, name: 'x', label: path, search: '', key })
const paths = (recents: readonly Recent[]) => recents.map(({ path }) => path)

describe('the screens opened last', () => {
  it('begin with the newest, each once', () => {
    const list = ['/a', '/b', '/a', '/c'].reduce<Recent[]>((all, path) => withRecent(all, tab(path)), [])
    expect(paths(list)).toEqual(['/c', '/a', '/b'])
  })

  it(`are at most ${RECENTS_MAX}`, () => {
    const many = Array.from({ length: RECENTS_MAX + 3 }, (_, index) => `/${index}`)
    const list = many.reduce<Recent[]>((all, path) => withRecent(all, tab(path)), [])
    expect(list).toHaveLength(RECENTS_MAX)
    expect(list[0]?.path).toBe(many.at(-1))
  })

  it('keep the name that a screen gave itself when it is opened again', () => {
    const named = withLabel(withRecent([], tab('/device/1', '1')), '/device/1', 'Villa Linden')
    expect(withRecent(named, tab('/device/1', '1'))).toEqual([
      { path: '/device/1', name: 'x', key: '1', label: 'Villa Linden' },
    ])
    expect(withLabel(named, '/other', 'Nobody')).toEqual(named)
  })

  it('have no forms of something new and nothing that is gone', () => {
    expect(withRecent([], tab('/user/new', 'new'))).toEqual([])
    expect(withoutRecent(withRecent([], tab('/gone')), '/gone')).toEqual([])
  })
})

describe('what the browser keeps', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    })
  })

  it('belongs to one account and goes when it signs out', () => {
    changeRecents(1, (recents) => withRecent(recents, tab('/a')))
    changeRecents(2, (recents) => withRecent(recents, tab('/b')))
    expect([paths(readRecents(1)), paths(readRecents(2))]).toEqual([['/a'], ['/b']])
    clearRecents(1)
    expect([readRecents(1), paths(readRecents(2))]).toEqual([[], ['/b']])
  })

  it.each(['no JSON', '{"path":"/a"}', '[1,null,{"path":2},{"path":"/a"}]'])('is nothing where it holds %s', (text) => {
    stored.set('recents:1', text)
    expect(readRecents(1)).toEqual([])
  })
})
