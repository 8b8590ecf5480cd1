import type { RuleCondition, RuleOperator, RuleTerm } from '@heatfleet/contract/alarm-rules/rule.ts'
import type { Values } from '@heatfleet/modbus/point.ts'

/** True, false, or null: what is missing decides. `values` are those of the keys it was compiled for; NaN = missing. */
type CompiledCondition = (values: Float64Array) => boolean | null

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

/**
 * The next rule, from `from` on, whose condition holds; -1 = none. Rules of one comparison, as nearly all are, are compared in one loop over columns:
 * a call for each costs more than all of them.
 */
export type CompiledRules = (values: Float64Array, from: number) => number

type OneTerm = { column: number; op: RuleOperator; limit: number }

export const compileRules = (
  rules: readonly { condition: RuleCondition }[],
  keys: readonly string[],
): CompiledRules => {
  const simple = rules.map(({ condition }) => oneTermOf(condition, keys))
  const columns = Int32Array.from(simple, (term) => term?.column ?? -1)
  const limits = Float64Array.from(simple, (term) => term?.limit ?? Number.NaN)
  const ops = simple.map((term) => term?.op ?? null)
  const others = rules.map(({ condition }, at) => (simple[at] === null ? compileCondition(condition, keys) : null))
  return (values, from) => {
    for (let at = from; at < ops.length; at += 1) {
      const op = ops[at] ?? null
      // NaN where it is missing, which only "not equal" would call true.
      const value = values[columns[at] ?? -1] ?? Number.NaN
      const limit = limits[at] ?? Number.NaN
      switch (op) {
        case 'gt':
          if (value > limit) return at
          break
        case 'gte':
          if (value >= limit) return at
          break
        case 'lt':
          if (value < limit) return at
          break
        case 'lte':
          if (value <= limit) return at
          break
        case 'eq':
          if (value === limit) return at
          break
        case 'ne':
          if (!Number.isNaN(value) && value !== limit) return at
          break
        case null:
          if (others[at]?.(values) === true) return at
          break
        default:
          op satisfies never
      }
    }
    return -1
  }
}

/** The one comparison that a condition consists of; null = it has more, or a state. */
const oneTermOf = ({ groups }: RuleCondition, keys: readonly string[]): OneTerm | null => {
  const [term, ...more] = groups.flatMap(({ terms }) => terms)
  if (term === undefined || more.length > 0 || term.of !== 'point') return null
  return { column: keys.indexOf(term.key), op: term.op, limit: term.value }
}

/** Numbers by key, missing ones left out. */
export const valuesOf = (keys: readonly string[], numbers: Float64Array): Values => {
  const values: Values = {}
  for (let column = 0; column < keys.length; column += 1) {
    const key = keys[column]
    const value = numbers[column]
    if (key !== undefined && value !== undefined && !Number.isNaN(value)) values[key] = value
  }
  return values
}
