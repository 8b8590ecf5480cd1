import { expect, it } from 'vitest'
import { passwordProblem } from './password-draft.ts'

const policy = { min: 6, common: new Set(['monkey']) }

it.each([
  ['Ab3-x', 'Ab3-x', 'password_length'],
  ['Ab3-x7Kp-99Qa-Lm2', 'Ab3-x7Kp-99Qa-Lm2', 'password_length'],
  ['monkey', 'monkey', 'password_common'],
  ['wang.lei', 'wang.lei', 'password_like_name'],
  ['Heat-12', 'heat-12', 'differs'],
  ['Heat-12', 'Heat-12', undefined],
])('"%s" and "%s": %s', (password, repeat, code) => {
  expect(passwordProblem(policy, { password, repeat }, { user_name: 'wang.lei' })?.code).toBe(code)
})
