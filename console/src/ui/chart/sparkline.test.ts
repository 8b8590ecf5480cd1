import { describe, expect, it } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

describe('a sparkline', () => {
  it('is interrupted at a gap', () => {
    expect(sparklinePath([0, 1, null, 1, 0], 100, 20).match(/M/g)).toHaveLength(2)
  })
  it('draws a constant in the middle', () => {
    expect(sparklinePath([5, 5], 102, 20)).toBe('M1.0 10.0L101.0 10.0')
  })
  it('draws nothing from a single value', () => {
    expect(sparklinePath([null, 3], 100, 20)).toBe('')
  })
})
