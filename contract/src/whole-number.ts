import { z } from 'zod'

/**
 * A whole number of a form. Unlike `.int()`, whose refusal ends the parsing, it lets the rules over several fields run: a form
 * reports all that is wrong at once.
 */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .number()
    .min(min)
    .max(max)
    .check(({ value, issues }) => {
      if (!Number.isInteger(value)) issues.push({ code: 'invalid_type', expected: 'int', input: value, continue: true })
    })
    .meta({ type: 'integer' })
