import { expect, test } from 'vitest'
import { counterRise, wrapOf } from './counter.ts'

test.each([
  ['counts on', 104, 100, 4],
  ['stands', 100, 100, 0],
  ['of a board that was changed began at zero', 3, 5_000, 3],
  ['that was cleared', 0, 5_000, 0],
  ['that lost what it had not saved steps back: nothing rose', 10_361.6, 10_361.7, 0],
  ['that lost a day of it', 10_330, 10_361.7, 0],
  ['at half of what it was still counts as a step back', 50, 100, 0],
  ['just below half began again', 49, 100, 49],
])('a counter that %s', (_, value, before, expected) => expect(counterRise(value, before)).toBe(expected))

test.each([
  ['over its end counts on', 2, 65_530, 8],
  ['that was cleared halfway began at zero', 2, 30_000, 2],
  ['that steps back a little rose by nothing', 64_000, 65_000, 0],
])('a counter of 65,536 steps %s', (_, value, before, expected) =>
  expect(counterRise(value, before, 65_536)).toBe(expected),
)

test.each([
  ['raw*0.1', 65_536, 6_553.6],
  ['raw*0.1+5', 65_536, 6_553.6],
  ['raw*raw', 65_536, null],
  ['raw', null, null],
])('a counter read as %s that ends at %s rises by %s until then', (read, wraps_at, expected) =>
  expect(wrapOf({ wraps_at, formulas: { read, write: null, display: null } })).toBe(expected),
)
