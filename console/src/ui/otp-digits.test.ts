import { expect, it } from 'vitest'
import { otpDigits } from './otp-digits.ts'

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Your code: 12-34-56.', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['', ''],
])('a code typed as "%s" is %s', (text, digits) => {
  expect(otpDigits(text, 6)).toBe(digits)
})
