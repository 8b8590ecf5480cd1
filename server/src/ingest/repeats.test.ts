import { describe, expect, test } from 'vitest'
import { createRepeats } from './repeats.ts'

describe('repeats', () => {
  test('a repeat of a report on its way waits for it; of a stored one it is known for ten minutes', () => {
    const repeats = createRepeats()
    const acknowledged: string[] = []
    const judge = (now_ms: number, name: string) => repeats.judge(1, 42, now_ms, () => acknowledged.push(name))
    expect(judge(0, 'first')).toBe('new')
    expect(judge(1, 'second')).toBe('waiting')
    for (const acknowledge of repeats.settle(1, 42, 2)) acknowledge()
    expect(acknowledged).toEqual(['second'])
    expect(judge(599_000, 'third')).toBe('stored')
    expect(judge(601_000, 'fourth')).toBe('new')
    repeats.forget(1, 42)
    expect(judge(601_001, 'fifth')).toBe('new')
  })

  test('of one device 512 are remembered, those that came first are forgotten first, and none that is on its way', () => {
    const repeats = createRepeats()
    const judge = (key: number) => repeats.judge(1, key, 1_000, () => {})
    for (let key = 0; key < 600; key += 1) {
      judge(key)
      if (key !== 5) repeats.settle(1, key, 1_000)
    }
    expect(judge(5)).toBe('waiting')
    expect(judge(599)).toBe('stored')
    expect(judge(100)).toBe('stored')
    expect(judge(80)).toBe('new')
  })
})
