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
    expect(judge(600_003, 'fourth')).toBe('new')
    repeats.forget(1, 42)
    expect(judge(600_004, 'fifth')).toBe('new')
  })
})
