import { describe, expect, it } from 'vitest'
import { subtreeOf } from '../platform/scope.ts'
import { createWatches } from './push-watch.ts'

const device = (device_id: number) => ({ device_id, mac: `mac ${device_id}`, agent_path: '/1/' })
const register = () => {
  const unions: { all: number[]; begun: number[] }[] = []
  const watches = createWatches<string>((all, begun) => unions.push({ all, begun }))
  return { watches, unions }
}

describe('who watches what', () => {
  it('is published once a turn, with those newly watched', async () => {
    const { watches, unions } = register()
    watches.replace('a', [device(1), device(2)])
    watches.replace('b', [device(2)])
    await Promise.resolve()
    watches.replace('b', [device(2), device(1)])
    await Promise.resolve()
    expect(unions).toEqual([
      { all: [1, 2], begun: [1, 2] },
      { all: [1, 2], begun: [1] },
    ])
  })

  it('loses what may not be seen any more, and not what began while that was looked up', () => {
    const { watches } = register()
    watches.replace('a', [device(1), device(2)])
    const checked = watches.watchedBy('a')
    watches.replace('a', [device(2), device(3)])
    watches.keep('a', new Set([1]), checked)
    expect(watches.watchedBy('a')).toEqual([3])
    expect(watches.watchersOf(2)).toEqual([])
  })

  it('loses deleted devices for all who watched them, and only requested ones', () => {
    const { watches } = register()
    watches.replace('a', [device(1), device(2)])
    watches.replace('b', [device(1)])
    watches.move(new Map([[2, '/1/2/']]), [1, 2])
    expect(watches.device_ids()).toEqual([2])
    // Its distributor changed.
    watches.narrow('a', subtreeOf('/1/3/'))
    expect(watches.device_ids()).toEqual([])
  })

  it('knows the distributor of a device as it was read last, by whomever', () => {
    const { watches } = register()
    watches.replace('a', [device(1)])
    watches.replace('b', [{ ...device(1), agent_path: '/2/' }])
    watches.narrow('a', subtreeOf('/1/'))
    expect(watches.watchersOf(1)).toEqual(['b'])
    watches.move(new Map([[1, '/1/']]), [1])
    watches.narrow('b', subtreeOf('/2/'))
    expect(watches.device_ids()).toEqual([])
  })
})
