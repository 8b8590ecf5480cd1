import { describe, expect, it } from 'vitest'
import { idleAt } from './idle.ts'

const MIN = 60_000
describe('an idle session', () => {
  it.each([
    [0, { state: 'active' }],
    [114 * MIN, { state: 'active' }],
    [115 * MIN, { state: 'warning', left_ms: 5 * MIN }],
    [119 * MIN, { state: 'warning', left_ms: MIN }],
    [120 * MIN, { state: 'over' }],
    [600 * MIN, { state: 'over' }],
  ])('after %i ms without mouse or key', (quiet_ms, idle) => {
    expect(idleAt(1_000, 1_000 + quiet_ms)).toEqual(idle)
  })
})
