import { expect, it } from 'vitest'
import { initialsOf } from './initials-of.ts'

it.each([
  ['Lin Wei', 'LW'],
  ['admin', 'AD'],
  ['jan.kowalski', 'JK'],
  ['王小明', '明'],
  ['Łukasz', 'ŁU'],
  ['', '?'],
])('"%s" is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
