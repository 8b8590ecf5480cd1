import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import type { z } from 'zod'

/** A broken rule: a message key of the form with its numbers, or an error code. */
export type BrokenRule =
  | { rule: 'required' | 'number' | 'whole' | 'choice' | 'other' }
  | { rule: 'email' | 'url' | 'date' | 'format' }
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
      return { rule: FORMATS[issue.format] ?? 'format' }
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
