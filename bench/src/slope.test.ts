import { expect, it } from 'vitest'
import { slopeOf } from './slope.ts'

it('a line through values that rise evenly has no error', () => {
  expect(
    slopeOf([
      [0, 5],
      [1, 7],
      [2, 9],
      [3, 11],
    ]),
  ).toEqual({ an_hour: 2, error: 0, of: 4 })
})

it('values that only jitter have a slope within two of its errors', () => {
  const values = [3, -2, 1, -3, 2, -1, 2, -2, 1, -1]
  const { an_hour, error } = slopeOf(values.map((value, at) => [at / 60, 1_000 + value] as const))
  expect(Math.abs(an_hour)).toBeLessThan(2 * error)
})

it('two values are too few', () => {
  expect(() =>
    slopeOf([
      [0, 1],
      [1, 2],
    ]),
  ).toThrow(RangeError)
})
