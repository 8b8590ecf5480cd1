import { describe, expect, test } from 'vitest'
import { createDeduplicator } from './deduplicator.ts'

describe('repeats', () => {
  test('a repeat of a report on its way waits for it; of a stored one it is known for ten minutes', () => {
    const deduplicator = createDeduplicator()
    const acknowledged: string[] = []
    const admit = (now_ms: number, name: string) => deduplicator.admit(1, 42, now_ms, () => acknowledged.push(name))
    expect(admit(0, 'first')).toBe('new')
    expect(admit(1, 'second')).toBe('waiting')
    for (const acknowledge of deduplicator.markStored(1, 42, 2)) acknowledge()
    expect(acknowledged).toEqual(['second'])
    expect(admit(599_000, 'third')).toBe('stored')
    expect(admit(601_000, 'fourth')).toBe('new')
    deduplicator.forget(1, 42)
    expect(admit(601_001, 'fifth')).toBe('new')
  })

  test('of one device 512 are remembered, those that came first are forgotten first, and none that is on its way', () => {
    const deduplicator = createDeduplicator()
    const admit = (key: number) => deduplicator.admit(1, key, 1_000, () => {})
    for (let key = 0; key < 600; key += 1) {
      admit(key)
      if (key !== 5) deduplicator.markStored(1, key, 1_000)
    }
    expect(admit(5)).toBe('waiting')
    expect(admit(599)).toBe('stored')
    expect(admit(100)).toBe('stored')
    expect(admit(80)).toBe('new')
  })
})
