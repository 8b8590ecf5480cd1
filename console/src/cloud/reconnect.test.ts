import { describe, expect, it } from 'vitest'
import { failuresAfterClose, reconnectDelayMs } from './reconnect.ts'

describe('reconnecting', () => {
  it.each([
    [0, 2_000],
    [1, 2_600],
    [2, 3_380],
    [6, 9_654],
    [7, 10_000],
    [50, 10_000],
  ])('after %i failures in a row waits %i ms', (failures, ms) => {
    expect(Math.round(reconnectDelayMs(failures))).toBe(ms)
  })

  it('resets the failures after a connection reached the minimum uptime', () => {
    expect(failuresAfterClose(4, 5_000)).toBe(0)
    expect(failuresAfterClose(4, 4_999)).toBe(5)
  })
})
