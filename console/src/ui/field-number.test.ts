import { expect, it } from 'vitest'
import { parseNumber } from './field-number.tsx'

it.each([
  ['38.5', 38.5],
  ['38,5', 38.5],
  ['−5', -5],
  [' 1 234 ', 1234],
  ['.5', 0.5],
  ['12.', 12],
  ['', null],
  ['-', null],
  ['1e3', null],
  ['abc', null],
])('reads "%s" as %s', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})
