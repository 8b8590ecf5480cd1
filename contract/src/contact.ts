import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { brokenAs } from './text.ts'

/** A mobile of mainland China: eleven digits from 13 to 19. */
const CN_MOBILE = /^1[3-9]\d{9}$/
/** A fixed line with its area code: 010 and 02x have eight digits after it, the others seven or eight, never from 0 or 1. */
const CN_FIXED = /^(?:(?:010|02[0-57-9])[2-9]\d{7}|0[3-9]\d{2}[2-9]\d{6,7})$/
/** A service line: 400 or 800 and seven digits. */
const CN_SERVICE = /^[48]00\d{7}$/
/** ITU-T E.164: plus, country code, at most fifteen digits in all; no network is as short as six. */
const E164 = /^\+[1-9]\d{6,14}$/

const isChinese = (digits: string): boolean =>
  CN_MOBILE.test(digits) || CN_FIXED.test(digits) || CN_SERVICE.test(digits)

/**
 * A phone number as it is stored: without spaces, dashes, dots and brackets, `00` as `+`, and a Chinese number without
 * its +86, so that one phone has one spelling. Says nothing about its being valid: {@link isPhone}.
 */
export const toPhone = (text: string): string => {
  const bare = text.trim().replaceAll(/(?<=[\d)])[\s().\-/]+(?=[\d(])|[()]/g, '')
  const written = bare.startsWith('00') ? `+${bare.slice(2)}` : bare
  if (!written.startsWith('+86')) return written
  const national = written.slice(3)
  return [national, `0${national}`].find(isChinese) ?? written
}

/** True for what {@link toPhone} gives of a Chinese mobile, fixed or service line, or of a number abroad with `+`. */
const isPhone = (phone: string): boolean =>
  phone.startsWith('+') ? !phone.startsWith('+86') && E164.test(phone) : isChinese(phone)

/** A phone number, stored in one spelling (spec 5: phone must be valid). */
export const Phone = z.string().max(LIMITS.phone_max).overwrite(toPhone).refine(isPhone, brokenAs('phone_invalid'))

/** An e-mail address; case is kept but ignored in comparisons (spec 5: email must be valid). */
export const Email = z.string().trim().max(LIMITS.email_max).check(z.email())

const orNull = (text: string | null): string | null => (text === '' ? null : text)

/** A phone number or none. An empty text, as answers have it and forms send it, is none. */
export const PhoneOrNone = z.string().trim().max(LIMITS.phone_max).nullable().transform(orNull).pipe(Phone.nullable())

/** An e-mail address or none, in the same way. */
export const EmailOrNone = z.string().trim().max(LIMITS.email_max).nullable().transform(orNull).pipe(Email.nullable())

/** Phone and e-mail of a contact; those that are left out or empty are null. */
export const contactFields = { phone: PhoneOrNone.default(null), email: EmailOrNone.default(null) }

/** Spec 5: at least one of phone and e-mail. For `.refine(isReachable, contactRequired)` of a draft with both fields. */
export const isReachable = (draft: { phone: string | null; email: string | null }): boolean =>
  draft.phone !== null || draft.email !== null
export const contactRequired = brokenAs('contact_required', 'phone')
