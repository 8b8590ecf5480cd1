import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import type { Values } from '@heatfleet/modbus/point.ts'
import { type CompiledRules, compileRules, valuesOf } from './compiled-condition.ts'
import type { CachedDevice, DeviceState } from './device-cache.ts'
import type { LatestBlock } from './latest-blocks.ts'
import { compileStateReader, type Layout, type StateReader } from './layouts.ts'
import { advanceRule, type EvaluatedRule, type RuleInput, type RuleState } from './rule-evaluation.ts'

/** States of rules at one device, by rule. */
export type RuleStates = ReadonlyMap<number, RuleState>
export const NO_RULE_STATES: RuleStates = new Map()

type Place = Pick<CachedDevice, 'device_id' | 'agent_path' | 'product_key'>
/** The enabled rules that reports evaluate, as they were last read. */
export type RuleBook = {
  /** A new one with every change: decoders are compiled anew. */
  generation: number
  hasRules: (product_key: string) => boolean
  /** The rules that apply to a device. */
  listRules: (device: Place) => readonly EvaluatedRule[]
  findRule: (rule_id: number) => EvaluatedRule | undefined
  /** Of the device's country; null = not known. */
  zoneOf: (device: Place) => string | null
}

/** No rules: tests that need none, and the time before the first are read. */
export const EMPTY_RULE_BOOK: RuleBook = {
  generation: 0,
  hasRules: () => false,
  listRules: () => [],
  findRule: () => undefined,
  zoneOf: () => null,
}

/** The rules that apply to a device, ready for reports of one product version. Devices with the same rules share it. */
type RuleSet = {
  rules: readonly EvaluatedRule[]
  compiled: CompiledRules
  /** What a report is decoded with: points of the version's own alarms and lists first, then those that rules compare. */
  reader: StateReader
  /** Keys of points that these rules compare. */
  keys: ReadonlySet<string>
}

/** The rules that were last looked up for a device; they hold for as long as all of this is the same. */
export type AppliedRules = Pick<CachedDevice, 'agent_path' | 'product_key'> & {
  generation: number
  layout: Layout
  set: RuleSet | null
}

export type RuleEvaluator = {
  /** Null = no rule applies. */
  findSet: (device: CachedDevice, layout: Layout) => RuleSet | null
  /** Evaluates the rules of a device after a report that changed its current state to what was decoded by the set's reader. */
  evaluate: (
    set: RuleSet | null,
    device: Place,
    before: Pick<DeviceState, 'rules' | 'last_report_ms'>,
    decoded: { blocks: readonly LatestBlock[]; numbers: Float64Array },
    at_ms: number,
  ) => RuleStates
}

/** A product without rules costs one look-up a report, a rule that is idle and stays so one comparison of numbers. */
export const createRuleEvaluator = (findBook: () => RuleBook): RuleEvaluator => {
  const setOf = sharedSets()
  return {
    findSet: (device, layout) => {
      const book = findBook()
      if (!book.hasRules(device.product_key)) return null
      const { generation } = book
      const { agent_path, product_key, applied_rules: known } = device
      if (
        known !== null &&
        known.generation === generation &&
        known.layout === layout &&
        known.agent_path === agent_path &&
        known.product_key === product_key
      )
        return known.set
      const set = setOf(layout, generation, book.listRules(device))
      device.applied_rules = { generation, layout, agent_path, product_key, set }
      return set
    },

    evaluate: (set, device, before, decoded, at_ms) => {
      if (set === null) return before.rules.size === 0 ? before.rules : NO_RULE_STATES
      const numbers = freshNumbers(set, decoded, at_ms)
      const first = set.compiled(numbers, 0)
      if (first === -1 && before.rules.size === 0) return before.rules
      const input: RuleInput = {
        values: comparedValues(set, numbers),
        online: true,
        at_ms,
        last_ms: before.last_report_ms,
        time_zone: findBook().zoneOf(device),
      }
      return advanceRules(set, before.rules, input, (from) => set.compiled(numbers, from))
    },
  }
}

/** `nextHolding` = the next rule, from a place on, whose condition holds. */
const advanceRules = (
  { rules }: RuleSet,
  before: RuleStates,
  input: RuleInput,
  nextHolding: (from: number) => number,
): RuleStates => {
  let states: Map<number, RuleState> | null = null
  let is_same = true
  let next = nextHolding(0)
  for (const [at, rule] of rules.entries()) {
    const holds = at === next
    if (holds) next = nextHolding(at + 1)
    const was = before.get(rule.rule_id) ?? null
    if (was === null && !holds) continue
    const state = advanceRule(rule, was, input)
    if (state !== null) states = (states ?? new Map<number, RuleState>()).set(rule.rule_id, state)
    if (state !== was) is_same = false
  }
  // What is left of rules that no longer apply is dropped.
  if (is_same && (states?.size ?? 0) === before.size) return before
  return states ?? NO_RULE_STATES
}

/** What rules compare is of blocks that were read lately: what a board no longer answers is missing. Nearly always that is all of them. */
const freshNumbers = (
  { reader }: RuleSet,
  { blocks, numbers }: { blocks: readonly LatestBlock[]; numbers: Float64Array },
  at_ms: number,
): Float64Array => {
  const oldest_s = (at_ms - ALARM_RULE_LIMITS.stale_ms) / 1000
  let has_stale = false
  for (const { at_s } of blocks) if (at_s < oldest_s) has_stale = true
  if (!has_stale) return numbers
  const fresh = blocks.filter(({ at_s }) => at_s >= oldest_s).map(({ block }) => block)
  const of_fresh = new Float64Array(reader.keys.length)
  reader.decodeInto(fresh, of_fresh)
  return of_fresh
}

const comparedValues = ({ reader, keys }: RuleSet, numbers: Float64Array): Values => {
  const values: Values = {}
  for (const [key, value] of Object.entries(valuesOf(reader.keys, numbers))) if (keys.has(key)) values[key] = value
  return values
}

const compileSet = (layout: Layout, rules: readonly EvaluatedRule[]): RuleSet => {
  const terms = rules.flatMap(({ condition }) => condition.groups.flatMap((group) => group.terms))
  const keys = new Set(terms.flatMap((term) => (term.of === 'point' && layout.points.has(term.key) ? [term.key] : [])))
  const own = layout.state_reader.keys
  const reader = compileStateReader(
    [...layout.points.values()],
    [...own, ...[...keys].filter((key) => !own.includes(key))],
  )
  return { rules, compiled: compileRules(rules, reader.keys), reader, keys }
}

/** One set for all devices of a product version to which the same rules apply; all anew when rules have changed. */
const sharedSets = () => {
  let cached = new WeakMap<Layout, Map<string, RuleSet>>()
  let cached_generation = 0
  return (layout: Layout, generation: number, rules: readonly EvaluatedRule[]): RuleSet | null => {
    if (rules.length === 0) return null
    if (generation !== cached_generation) cached = new WeakMap()
    cached_generation = generation
    const sets = cached.get(layout) ?? new Map<string, RuleSet>()
    cached.set(layout, sets)
    const ids = rules.map(({ rule_id }) => rule_id).join(' ')
    const set = sets.get(ids) ?? compileSet(layout, rules)
    sets.set(ids, set)
    return set
  }
}
