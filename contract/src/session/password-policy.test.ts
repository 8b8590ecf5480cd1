import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { checkPassword, passwordStrength } from './password-policy.ts'

const strict = { min: 10, common: COMMON_PASSWORDS }
const loose = { min: 6, common: COMMON_PASSWORDS }
const owner = { user_name: 'wang.lei', nick_name: 'Lei', phone: '13812345678', email: 'heating.hof@example.pl' }

describe('a password', () => {
  it.each([
    ['of nine characters is too short', 'Ab3-xyzuv', 'password_length'],
    ['of seventeen characters is too long', 'Ab3-xyzuvAb3-xyzu', 'password_length'],
    ['from a list of leaks is refused', 'qwertyuiop', 'password_common'],
    ['from such a list in capitals as well', 'QwertyUiop', 'password_common'],
    ['made of a listed word and a year as well', 'Sunflower2026!', 'password_common'],
    ['of one character again and again is refused', 'aaaaaaaaaaaa', 'password_common'],
    ['of a row of digits is refused', '1234567890', 'password_common'],
    ['of a row backwards is refused', '9876543210', 'password_common'],
    ['of a row of letters is refused', 'abcdefghijkl', 'password_common'],
    ['with the user name and little else is refused', 'Wang.Lei-77', 'password_like_name'],
    ['with the user name backwards as well', 'iel.gnaw-77', 'password_like_name'],
    ['that is the phone number is refused', '13812345678', 'password_like_name'],
    ['with the name of the e-mail address is refused', 'heating.hof-3', 'password_like_name'],
    ['of four plain words cut short is taken', 'oak-tin-9-moss', null],
    ['made at random is taken', 'x7Kp-99Qa-Lm2', null],
    ['whose owner bears a very short name is taken', 'Lei-x7Kp-99Qa', null],
  ])('%s', (_, password, code) => {
    expect(checkPassword(strict, password, owner)?.code ?? null).toBe(code)
  })

  it('returns the numbers of the broken rule', () => {
    expect(checkPassword(strict, 'short', owner)).toEqual({ code: 'password_length', details: { min: 10, max: 16 } })
  })

  it.each([
    ['Ab3-xy', null],
    ['monkey', 'password_common'],
    ['Ab3-x', 'password_length'],
  ])('where six characters are allowed "%s": %s', (password, code) => {
    expect(checkPassword(loose, password)?.code ?? null).toBe(code)
  })

  it.each([
    ['monkey', 0],
    ['oakentin9moss'.slice(0, 10), 1],
    ['Oaken-tin9', 2],
    ['Oaken-tin9-moss', 3],
  ])('"%s" is worth %i', (password, worth) => {
    expect(passwordStrength(strict, password)).toBe(worth)
  })
})

describe('the list of common passwords', () => {
  it('holds only what the wire would let through, in small letters', () => {
    expect(COMMON_PASSWORDS.size).toBe(10_000)
    expect([...COMMON_PASSWORDS].filter((word) => word.length < 6 || word.length > 16)).toEqual([])
    expect([...COMMON_PASSWORDS].filter((word) => word !== word.toLowerCase())).toEqual([])
  })
})
