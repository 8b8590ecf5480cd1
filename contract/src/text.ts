import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Trimmed text of so many characters as a person and the database count them: a rare Chinese character or a smiley is
 * one, though JavaScript counts two.
 */
export const textOf = ({ min = 0, max }: { min?: number; max: number }) =>
  z
    .string()
    .trim()
    .check(({ value, issues }) => {
      const count = Array.from(value).length
      if (count < min) issues.push({ code: 'too_small', minimum: min, origin: 'string', inclusive: true, input: value })
      if (count > max) issues.push({ code: 'too_big', maximum: max, origin: 'string', inclusive: true, input: value })
    })

/**
 * For `.refine(isRight, brokenAs('phone_invalid'))`: form and server report the broken rule by this refusal. A rule over
 * several fields names the field it is reported at, and runs although other fields are wrong: a form reports all at once.
 */
export const brokenAs = (code: ErrorCode, field?: string) => ({
  message: code,
  ...(field === undefined ? {} : { path: [field], when: isObject }),
})

const isObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null
