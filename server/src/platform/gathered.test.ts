import { describe, expect, it } from 'vitest'
import { gather } from './gathered.ts'

/** A source that answers when it is told to. */
const heldSource = () => {
  const rounds: { keys: readonly number[]; end: (error?: Error) => void }[] = []
  const ask = (keys: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(keys.map((key) => `found ${key}`)))
      rounds.push({ keys, end })
    })
  return { ask, rounds, keys: () => rounds.map((round) => round.keys) }
}

describe('questions that are answered together', () => {
  it('the first one waits for nobody', async () => {
    const { ask, rounds, keys } = heldSource()
    const found = gather(4, ask)(7)
    expect(keys()).toEqual([[7]])
    rounds[0]?.end()
    expect(await found).toBe('found 7')
  })

  it('those that come while rounds are under way share the next, and are told of nothing that was read before', async () => {
    const { ask, rounds, keys } = heldSource()
    const find = gather(4, ask)
    const found = [1, 2, 3, 4, 3].map(find)
    expect(keys()).toEqual([[1], [2]])
    rounds[1]?.end()
    expect(await found[1]).toBe('found 2')
    expect(keys().slice(2)).toEqual([[3, 4, 3]])
    rounds[2]?.end()
    rounds[0]?.end()
    expect(await Promise.all(found)).toEqual(['found 1', 'found 2', 'found 3', 'found 4', 'found 3'])
  })

  it('never more than the most at once', async () => {
    const { ask, rounds, keys } = heldSource()
    const find = gather(2, ask)
    const found = [1, 2, 3, 4, 5].map(find)
    for (let round = 0; round < 4; round += 1) {
      rounds[round]?.end()
      await Promise.resolve(found[round])
    }
    expect(await Promise.all(found)).toHaveLength(5)
    expect(keys()).toEqual([[1], [2], [3, 4], [5]])
  })

  it('a round that fails fails for its own, and the next goes on', async () => {
    const { ask, rounds } = heldSource()
    const find = gather(4, ask)
    const [first, second, third] = [find(1), find(2), find(3)]
    rounds[0]?.end(new Error('the database is gone'))
    await expect(first).rejects.toThrow('the database is gone')
    rounds[1]?.end()
    rounds[2]?.end()
    expect(await Promise.all([second, third])).toEqual(['found 2', 'found 3'])
  })
})
