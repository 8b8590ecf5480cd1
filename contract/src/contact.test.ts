import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contactFields, contactRequired, Email, isReachable, Phone } from './contact.ts'
import { LIMITS } from './limits.ts'

describe('a phone number is stored in one spelling', () => {
  it.each([
    ['13800138000', '13800138000'],
    [' 138 0013 8000 ', '13800138000'],
    ['+86 138-0013-8000', '13800138000'],
    ['0086 13800138000', '13800138000'],
    ['19912345678', '19912345678'],
    ['0571-8888 6666', '057188886666'],
    ['(0571) 88886666', '057188886666'],
    ['+86 571 8888 6666', '057188886666'],
    ['+86 (0571) 8888 6666', '057188886666'],
    ['010-62345678', '01062345678'],
    ['0936-2345678', '09362345678'],
    ['400-820-8820', '4008208820'],
    ['+48 501 234 567', '+48501234567'],
    ['0048 12 345 67 89', '+48123456789'],
    ['+49 (30) 901820', '+4930901820'],
    ['+1 202.555.0143', '+12025550143'],
  ])('%s is %s', (typed, stored) => {
    expect(Phone.parse(typed)).toBe(stored)
  })
})

describe('what is no phone number', () => {
  it.each([
    ['', 'nothing'],
    ['1380013800', 'a mobile that lacks a digit'],
    ['138001380000', 'a mobile with one too many'],
    ['12800138000', 'no network begins so'],
    ['02612345678', 'there is no area 026'],
    ['0571-18886666', 'no line begins with 1'],
    ['501234567', 'abroad without its country'],
    ['+86 12345678901', 'no Chinese network'],
    ['+0481234567', 'no country begins with 0'],
    ['+48123', 'too short'],
    ['+4812345678901234', 'sixteen digits'],
    ['138-0013-8000x', 'letters'],
    ['phone', 'letters alone'],
    ['１３８００１３８０００', 'digits of another script'],
    ['1'.repeat(LIMITS.phone_max + 1), 'endless'],
  ])('%s: %s', (typed) => {
    expect(Phone.safeParse(typed).success).toBe(false)
  })
})

describe('an e-mail address', () => {
  it.each(['li.wei@example.com', ' anna+heat@cieplo.example.pl ', "o'neil@example.co.uk"])('may be %s', (typed) => {
    expect(Email.parse(typed)).toBe(typed.trim())
  })

  it.each(['', 'li.wei', 'li@wei', '@example.com', 'a b@example.com', 'li@example.com, anna@example.com'])(
    'is not "%s"',
    (typed) => {
      expect(Email.safeParse(typed).success).toBe(false)
    },
  )

  it('is no longer than mail allows', () => {
    expect(Email.safeParse(`${'a'.repeat(LIMITS.email_max)}@example.com`).success).toBe(false)
  })
})

describe('a draft with phone and e-mail', () => {
  const Draft = z.object(contactFields).refine(isReachable, contactRequired)

  it.each([
    [{ phone: '13800138000' }, true],
    [{ email: 'li@example.com' }, true],
    [{ phone: '13800138000', email: 'li@example.com' }, true],
    [{}, false],
    [{ phone: null, email: null }, false],
    // Empty as a form sends it and as answers have it.
    [{ phone: '13800138000', email: '' }, true],
    [{ phone: ' ', email: 'li@example.com' }, true],
    [{ phone: '', email: '' }, false],
    [{ phone: '', email: 'li@' }, false],
    // A wrong one is not made good by the other.
    [{ phone: '12', email: 'li@example.com' }, false],
  ])('%o is good: %s', (draft, good) => {
    expect(Draft.safeParse(draft).success).toBe(good)
  })
})
