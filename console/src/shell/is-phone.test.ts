import { expect, it } from 'vitest'
import { isPhone } from './is-phone.ts'

it.each([
  ['13800138039', true],
  ['+49 171 3920034', true],
  ['(0571) 8800-1234', true],
  ['+491', true],
  ['1234', false],
  ['7cdfa1210297', false],
  ['杭州暖源', false],
])('%s is searched as a phone number: %s', (text, phone) => {
  expect(isPhone(text)).toBe(phone)
})
