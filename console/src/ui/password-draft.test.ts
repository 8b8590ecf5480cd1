import { expect, it } from 'vitest'
import { passwordProblem } from './password-draft.ts'

it.each([
  ['12345', '12345', 'length'],
  ['12345678901234567', '12345678901234567', 'length'],
  ['123456', '123457', 'differs'],
  ['Heat', 'Heat', 'length'],
  ['Heat12', 'heat12', 'differs'],
  ['123456', '123456', null],
  ['1234567890123456', '1234567890123456', null],
])('"%s" and "%s": %s', (fresh, repeat, problem) => {
  expect(passwordProblem({ fresh, repeat })).toBe(problem)
})
