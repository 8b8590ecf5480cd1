import { describe, expect, it } from 'vitest'
import { parseDay } from './day-text.ts'

describe('a typed day', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    [' 2026.1.2 ', '2026-01-02'],
    ['2026/11/21', '2026-11-21'],
    ['20261121', '2026-11-21'],
    ['2026-02-29', null],
    ['2026-13-01', null],
    // Day or month first? Nobody can know.
    ['03/04/2026', null],
    ['2026-11', null],
    ['', null],
  ])('%j', (typed, day) => {
    expect(parseDay(typed)).toBe(day)
  })
})
