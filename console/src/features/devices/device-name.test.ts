import { expect, test } from 'vitest'
import { checkName } from './device-name.ts'

test.each([
  ['a name', ' Szkoła Podstawowa 7 ', { kind: 'ok', name: 'Szkoła Podstawowa 7' }],
  ['one character', '甲', { kind: 'ok', name: '甲' }],
  ['60 characters', 'a'.repeat(60), { kind: 'ok', name: 'a'.repeat(60) }],
  ['61 characters', 'a'.repeat(61), { kind: 'too_long', max: 60, length: 61 }],
  ['blanks', ' \t ', { kind: 'empty' }],
])('a new name of %s is judged', (_, text, expected) => {
  expect(checkName(text)).toEqual(expected)
})
