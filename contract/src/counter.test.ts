import { expect, test } from 'vitest'
import { counterRise } from './counter.ts'

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
