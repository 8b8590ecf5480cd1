import { expect, it } from 'vitest'
import { isShownWhole, parseNumber } from './field-number.tsx'

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

it.each([
  ['1.5', 0, false],
  ['2', 0, true],
  ['38,5', 1, true],
  ['38.55', 1, false],
  ['abc', 1, false],
])('"%s" with %d decimals is formatted when the field is left: %s', (text, decimals, is_formatted) => {
  expect(isShownWhole(text, decimals)).toBe(is_formatted)
})
