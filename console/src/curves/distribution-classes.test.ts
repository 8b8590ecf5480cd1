import { describe, expect, it } from 'vitest'
import { classesOf, decimalsOf, ticksOf } from './distribution-classes.ts'

describe('the classes of a distribution', () => {
  it('are contiguous and share the time', () => {
    const { classes, peak } = classesOf({ from: -1, width: 0.5, ms: [10, 30, 0] })
    expect(classes.map(({ from, to, share }) => [from, to, share])).toEqual([
      [-1, -0.5, 0.25],
      [-0.5, 0, 0.75],
      [0, 0.5, 0],
    ])
    expect(peak).toBe(0.75)
  })
  it('have no shares without known time', () => {
    expect(classesOf({ from: 0, width: 1, ms: [0] })).toMatchObject({ classes: [{ share: 0 }], peak: 0 })
    expect(classesOf({ from: 0, width: 1, ms: [] })).toEqual({ classes: [], peak: 0 })
  })
})

describe('class limits', () => {
  it.each([
    [5, 0],
    [0.5, 1],
    [0.02, 2],
    [0.1 + 0.2, 1],
    [1.8, 1],
    [1 / 3, 6],
  ])('of width %s need %s decimals', (width, decimals) => {
    expect(decimalsOf(width)).toBe(decimals)
  })
  it.each<[string, { from: number; width: number; classes: number }, number[]]>([
    ['each where there is room', { from: 20, width: 1, classes: 3 }, [20, 21, 22, 23]],
    ['every second at even ones', { from: 21, width: 1, classes: 12 }, [22, 24, 26, 28, 30, 32]],
    ['every second of many', { from: -9, width: 1, classes: 22 }, [-8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 12]],
  ])('are labelled %s', (_, { from, width, classes }, values) => {
    const ticks = ticksOf({ from, width, ms: Array.from({ length: classes }, () => 1) }, 11)
    expect(ticks.map(({ value }) => value)).toEqual(values)
    expect(ticks.every(({ at }) => at >= 0 && at <= 1)).toBe(true)
  })
})
