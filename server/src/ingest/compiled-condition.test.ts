import type { RuleCondition } from '@heatfleet/contract/alarm-rules/rule.ts'
import { RULE_OPERATORS } from '@heatfleet/contract/alarm-rules/rule.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileCondition, compileRules } from './compiled-condition.ts'
import { evaluateCondition } from './rule-evaluation.ts'

const KEYS = ['t_out', 't_in', 't_amb']
const number = fc.integer({ min: 0, max: 3 })
const term = fc.oneof(
  fc.record({
    of: fc.constant('point' as const),
    key: fc.constantFrom(...KEYS),
    op: fc.constantFrom(...RULE_OPERATORS),
    value: number,
    clear: fc.constant(null),
  }),
  fc.record({ of: fc.constant('state' as const), state: fc.constantFrom('online' as const, 'offline' as const) }),
)
const match = fc.constantFrom('any' as const, 'all' as const)
const group = fc.record({ match, terms: fc.array(term, { minLength: 1, maxLength: 4 }) })
const condition: fc.Arbitrary<RuleCondition> = fc.record({
  match,
  groups: fc.array(group, { minLength: 1, maxLength: 3 }),
})
const values = fc.tuple(...KEYS.map(() => fc.option(number, { nil: Number.NaN, freq: 2 })))
/** Rules of people have one comparison as a rule. */
const oneTerm = fc.record({
  match,
  groups: term.map((one): RuleCondition['groups'] => [{ match: 'all', terms: [one] }]),
})

it('a compiled condition says of any values what the condition says', () => {
  fc.assert(
    fc.property(condition, values, (some, of_keys) => {
      const known = Object.fromEntries(
        KEYS.flatMap((key, at) => {
          const value = of_keys[at] ?? Number.NaN
          return Number.isNaN(value) ? [] : [[key, value]]
        }),
      )
      const compiled = compileCondition(some, KEYS)(Float64Array.from(of_keys))
      expect(compiled).toBe(evaluateCondition(some, { values: known, online: true }, false))
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

it('rules that are compiled together hold where each of them does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(oneTerm, condition), { minLength: 4, maxLength: 12 }),
      values,
      (conditions, of_keys) => {
        const numbers = Float64Array.from(of_keys)
        const compiled = compileRules(
          conditions.map((one) => ({ condition: one })),
          KEYS,
        )
        const holding: number[] = []
        for (let at = compiled(numbers, 0); at !== -1; at = compiled(numbers, at + 1)) holding.push(at)
        expect(holding).toEqual(
          conditions.flatMap((one, at) => (compileCondition(one, KEYS)(numbers) === true ? [at] : [])),
        )
      },
    ),
    { numRuns: propertyRuns(1_000) },
  )
})
