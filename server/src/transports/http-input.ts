import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { ERROR_CODES, Refusal } from '@heatfleet/contract/errors.ts'
import type { z } from 'zod'
import { withoutEmpty } from './empty-filters.ts'
import { findUnstorable } from './storable-text.ts'
import { findUndeclared } from './undeclared-keys.ts'

/** The three unparsed parts of a request. */
type RawInput = { params: unknown; query: unknown; body: unknown }

/**
 * Parses a request by its endpoint; refuses with `invalid_input`, the field and the numbers of the broken rule. Unknown
 * fields of a body are refused, those of a query are ignored (decision 0040): the parsed query never has them. Optional
 * fields of a read that are sent empty count as left out (decision 0099).
 */
export const parseInput = (
  endpoint: Pick<Endpoint, 'kind' | 'params' | 'query' | 'body'>,
  raw: RawInput,
): { params: unknown; query: unknown; body: unknown } => ({
  params: parsePart(endpoint.params, raw.params ?? {}),
  query:
    endpoint.query === undefined
      ? undefined
      : parseDeclared(endpoint.query, withoutEmpty(endpoint, endpoint.query, raw.query ?? {})),
  // A missing body is `undefined`, so that a schema's default applies.
  body: parsePart(
    endpoint.body,
    endpoint.body === undefined
      ? (raw.body ?? undefined)
      : withoutEmpty(endpoint, endpoint.body, raw.body ?? undefined),
  ),
})

const parsePart = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (schema === undefined) {
    const unknown_key = typeof value === 'object' && value !== null ? Object.keys(value)[0] : undefined
    if (unknown_key !== undefined) throw unknownField(unknown_key)
    return undefined
  }
  const undeclared = findUndeclared(schema, value, 'input')
  if (undeclared !== null) throw unknownField(undeclared.join('.'))
  return parseDeclared(schema, value)
}

const unknownField = (field: string) => new Refusal('invalid_input', { field, details: { rule: 'unknown_field' } })

const parseDeclared = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    // Checked after the parse: then the depth is bounded by the schema and not by the sender.
    const unstorable = findUnstorable(parsed.data)
    if (unstorable === null) return parsed.data
    throw new Refusal('invalid_input', { field: unstorable.join('.'), details: { rule: 'unstorable_text' } })
  }
  const issue = parsed.error.issues[0]
  throw issue === undefined ? new Refusal('invalid_input') : refusalOf(issue)
}

/** An own rule has its own code; anything else is `invalid_input` with the rule in the details. */
const refusalOf = (issue: z.core.$ZodIssue): Refusal => {
  const code = ERROR_CODES.find((known) => known === issue.message)
  const { field, details } = ruleOf(issue)
  const where = field === undefined ? {} : { field }
  return code === undefined ? new Refusal('invalid_input', { ...where, details }) : new Refusal(code, where)
}

/** The broken rule by name with its numbers, so that the console can translate it. */
const ruleOf = (issue: z.core.$ZodIssue): { field?: string; details: Record<string, string | number> } => {
  const field = issue.path.length === 0 ? {} : { field: issue.path.join('.') }
  return { ...field, details: detailsOf(issue) }
}

const detailsOf = (issue: z.core.$ZodIssue): Record<string, string | number> => {
  switch (issue.code) {
    case 'too_small':
      return { rule: 'too_small', min: Number(issue.minimum), of: issue.origin }
    case 'too_big':
      return { rule: 'too_big', max: Number(issue.maximum), of: issue.origin }
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('undefined')
        ? { rule: 'required' }
        : { rule: 'invalid_type', expected: issue.expected }
    case 'invalid_format':
      return { rule: 'invalid_format', format: issue.format }
    case 'not_multiple_of':
      return { rule: 'not_multiple_of', step: Number(issue.divisor) }
    case 'invalid_value':
      return { rule: 'invalid_value' }
    case 'custom':
      return { rule: typeof issue.params?.rule === 'string' ? issue.params.rule : 'custom' }
    default:
      return { rule: issue.code }
  }
}

/** An answer that differs from its endpoint's declaration: a bug, found in tests and development. */
class UndeclaredAnswer extends Error {
  override readonly name = 'UndeclaredAnswer'
}

/** Validates an answer against its schema strictly: no undeclared key, no wrong value. */
export const assertResult = (name: string, endpoint: Endpoint, result: unknown): void => {
  const undeclared = findUndeclared(endpoint.result, result, 'output')
  if (undeclared !== null) throw new UndeclaredAnswer(`${name} answers ${undeclared.join('.')}, which is not declared`)
  const parsed = endpoint.result.safeParse(result)
  if (!parsed.success) throw new UndeclaredAnswer(`${name}: ${parsed.error.message}`)
}
