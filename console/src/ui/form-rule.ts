import { DEVICE_ID } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { VERSION } from '@heatfleet/contract/version-number.ts'
import type { z } from 'zod'

/** A broken rule: a message key of the form with its numbers, or an error code. */
export type BrokenRule =
  | { rule: 'required' | 'number' | 'whole' | 'choice' | 'other' }
  | { rule: 'email' | 'url' | 'date' | 'format' | NamedFormat }
  | { rule: 'text_min' | 'text_max' | 'text_exact' | 'items_min' | 'items_max'; count: number }
  | { rule: 'number_min' | 'number_max' | 'number_above' | 'number_below' | 'number_step'; limit: number }
  | { rule: 'refused'; code: ErrorCode }

type Issue = z.core.$ZodIssue

/**
 * The rule of a schema issue, given the validated value. A schema may name its own rule by an error code:
 * `.refine(isPhone, brokenAs('phone_invalid'))`.
 */
export const brokenRule = (issue: Issue, value: unknown): BrokenRule => {
  // A rule over several fields is reported at one of them, which may be empty.
  if (issue.code === 'custom' && isCode(issue.message)) return { rule: 'refused', code: issue.message }
  if (isEmpty(value)) return { rule: 'required' }
  if (isCode(issue.message)) return { rule: 'refused', code: issue.message }
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return { rule: 'number_step', limit: Number(issue.divisor) }
    case 'invalid_format':
      return { rule: FORMATS[issue.format] ?? namedFormat(issue.pattern) ?? 'format' }
    case 'invalid_type':
      return { rule: issue.expected === 'int' ? 'whole' : issue.expected === 'number' ? 'number' : 'other' }
    case 'invalid_value':
      return { rule: 'choice' }
    default:
      return { rule: 'other' }
  }
}

/** The value at an issue's path; undefined if missing. */
export const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? Object.entries(at).find(([k]) => k === String(key))?.[1] : undefined,
    body,
  )

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'string' && value.trim() === '')

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

const FORMATS: Readonly<Record<string, 'email' | 'url' | 'date' | undefined>> = {
  email: 'email',
  url: 'url',
  date: 'date',
  datetime: 'date',
}

/** Formats with a rule that can be said, by their pattern in the contract. */
const NAMED = {
  format_product_key: '/^[a-z0-9][a-z0-9-]{1,62}$/',
  format_point_key: String.raw`/^[A-Za-z]\w{0,39}$/`,
  format_user_name: String.raw`/^[^\s|\p{C}]+$/u`,
  format_version: String(VERSION),
  format_msisdn: String.raw`/^(\+?[0-9]{5,})?$/`,
  format_clock: String.raw`/^([01]\d|2[0-3]):[0-5]\d$/`,
  format_colour: '/^#[0-9a-f]{6}$/',
  format_device_id: String(DEVICE_ID),
} as const
type NamedFormat = keyof typeof NAMED

const namedFormat = (pattern: string | undefined): NamedFormat | undefined =>
  NAMES.find((name) => NAMED[name] === pattern)
const NAMES = Object.keys(NAMED) as NamedFormat[]

const tooSmall = (issue: Extract<Issue, { code: 'too_small' }>): BrokenRule => {
  const limit = Number(issue.minimum)
  if (issue.origin === 'string') return { rule: issue.exact ? 'text_exact' : 'text_min', count: limit }
  if (issue.origin === 'array' || issue.origin === 'set') return { rule: 'items_min', count: limit }
  return { rule: issue.inclusive === false ? 'number_above' : 'number_min', limit }
}

const tooBig = (issue: Extract<Issue, { code: 'too_big' }>): BrokenRule => {
  const limit = Number(issue.maximum)
  if (issue.origin === 'string') return { rule: issue.exact ? 'text_exact' : 'text_max', count: limit }
  if (issue.origin === 'array' || issue.origin === 'set') return { rule: 'items_max', count: limit }
  return { rule: issue.inclusive === false ? 'number_below' : 'number_max', limit }
}
