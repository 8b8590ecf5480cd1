import { LIMITS } from '../limits.ts'

/** Password policy of an installation. The wire's own rule (spec 5: 6 to 16 characters) always holds as well. */
export type PasswordPolicy = {
  /** Fewest characters: HEATFLEET_PASSWORD_MIN. */
  min: number
  /** Words of contract/common-passwords.ts, a module of its own so that a browser fetches it only where one is chosen. */
  common: ReadonlySet<string>
}

/** Whose password it is to be; what is not known is left out. */
export type PasswordOwner = {
  user_name?: string | undefined
  nick_name?: string | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** The rule a password breaks, as a refusal's code with its numbers. */
export type PasswordFlaw =
  | { code: 'password_length'; details: { min: number; max: number } }
  | { code: 'password_common' | 'password_like_name'; details: Record<never, never> }

/** Why a password may not be chosen, null when it may. Case counts in the password, never in these comparisons. */
export const checkPassword = (
  { min, common }: PasswordPolicy,
  password: string,
  owner: PasswordOwner = {},
): PasswordFlaw | null => {
  const max = LIMITS.password_max
  if (password.length < min || password.length > max) return { code: 'password_length', details: { min, max } }
  const small = password.toLowerCase()
  if (isCommon(common, small)) return { code: 'password_common', details: {} }
  const names = [owner.user_name, owner.nick_name, owner.phone, owner.email, owner.email?.split('@')[0]]
  if (names.some((name) => isLike(small, name))) return { code: 'password_like_name', details: {} }
  return null
}

/** How strong a password is that breaks no rule: 1 just allowed, 2 good, 3 very good; 0 while it breaks one. */
export const passwordStrength = (
  policy: PasswordPolicy,
  password: string,
  owner: PasswordOwner = {},
): 0 | 1 | 2 | 3 => {
  if (checkPassword(policy, password, owner) !== null) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const points = (password.length >= 10 ? 1 : 0) + (password.length >= 13 ? 1 : 0) + (kinds >= 3 ? 1 : 0)
  return points >= 3 ? 3 : points === 2 ? 2 : 1
}

/** The word itself, or the word with digits and signs after it: `sunflower2026!` is no better than `sunflower`. */
const isCommon = (common: ReadonlySet<string>, small: string): boolean =>
  common.has(small) || common.has(small.replace(/[^a-z]+$/, '')) || isRepeated(small) || isRow(small)

/** At most three different characters, however often: `aaaaaaaaaa`, `abababab1`. */
const isRepeated = (small: string): boolean => new Set(small).size <= 3

/** Each character follows the one before: `1234567890`, `abcdefghijk`, `9876543210`. */
const isRow = (small: string): boolean => {
  const steps = new Set(
    Array.from(small.slice(1), (letter, at) => (letter.charCodeAt(0) - small.charCodeAt(at) + 10) % 10),
  )
  return steps.size === 1 && (steps.has(1) || steps.has(9))
}

/** A name of four or more characters that makes up most of the password, forwards or backwards. */
const isLike = (small: string, name: string | null | undefined): boolean => {
  const word = name?.trim().toLowerCase() ?? ''
  if (word.length < 4) return small === word && word !== ''
  const backwards = Array.from(word).reverse().join('')
  return [word, backwards].some((form) => small.includes(form) && form.length * 2 >= small.length)
}
