import type { RuleCondition, RuleOperator, RuleTerm } from '@heatfleet/contract/alarm-rules/rule.ts'
import type { Values } from '@heatfleet/modbus/point.ts'

/** True, false, or null: what is missing decides. `values` are those of the keys it was compiled for; NaN = missing. */
export type CompiledCondition = (values: Float64Array) => boolean | null

const COMPARE: Readonly<Record<RuleOperator, (value: number, limit: number) => boolean>> = {
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
  eq: (value, limit) => value === limit,
  ne: (value, limit) => value !== limit,
}

/**
 * The condition of a rule whose alarm is not active, at a unit that is online, as `evaluateCondition` has it: for every report, and the millions of
 * a test, without an object for each.
 */
export const compileCondition = ({ match, groups }: RuleCondition, keys: readonly string[]): CompiledCondition =>
  combined(
    match,
    groups.map(({ match: of_group, terms }) =>
      combined(
        of_group,
        terms.map((term) => compiledTerm(term, keys)),
      ),
    ),
  )

const combined = (match: 'any' | 'all', parts: readonly CompiledCondition[]): CompiledCondition => {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const decisive = match === 'any'
  return (values) => {
    let is_missing = false
    for (const part of parts) {
      const holds = part(values)
      if (holds === decisive) return decisive
      if (holds === null) is_missing = true
    }
    return is_missing ? null : !decisive
  }
}

const compiledTerm = (term: RuleTerm, keys: readonly string[]): CompiledCondition => {
  if (term.of === 'state') {
    const holds = term.state === 'online'
    return () => holds
  }
  const column = keys.indexOf(term.key)
  const compare = COMPARE[term.op]
  const limit = term.value
  return (values) => {
    const value = values[column] ?? Number.NaN
    return Number.isNaN(value) ? null : compare(value, limit)
  }
}

/** Numbers by key, missing ones left out. */
export const valuesOf = (keys: readonly string[], numbers: Float64Array): Values => {
  const values: Values = {}
  for (const [column, key] of keys.entries()) {
    const value = numbers[column] ?? Number.NaN
    if (!Number.isNaN(value)) values[key] = value
  }
  return values
}
