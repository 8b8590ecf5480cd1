import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block, Values } from '@heatfleet/modbus/point.ts'
import { type CompiledCondition, compileCondition, valuesOf } from './compiled-condition.ts'
import type { CachedDevice, DeviceState } from './device-cache.ts'
import type { LatestBlock } from './latest-blocks.ts'
import type { Layout } from './layouts.ts'
import { advanceRule, type EvaluatedRule, type RuleInput, type RuleState } from './rule-evaluation.ts'

/** States of rules at one device, by rule. */
export type RuleStates = ReadonlyMap<number, RuleState>
export const NO_RULE_STATES: RuleStates = new Map()

type Place = Pick<CachedDevice, 'device_id' | 'agent_path' | 'product_key'>
/** The enabled rules that reports evaluate, as they were last read. */
export type RuleBook = {
  /** A new one with every change: decoders are compiled anew. */
  generation: number
  /** Keys of points that rules of a product compare; undefined = it has no rules. */
  keysOf: (product_key: string) => readonly string[] | undefined
  /** The rules that apply to a device. */
  listRules: (device: Place) => readonly EvaluatedRule[]
  findRule: (rule_id: number) => EvaluatedRule | undefined
  /** Of the device's country; null = not known. */
  zoneOf: (device: Place) => string | null
}

/** No rules: tests that need none, and the time before the first are read. */
export const EMPTY_RULE_BOOK: RuleBook = {
  generation: 0,
  keysOf: () => undefined,
  listRules: () => [],
  findRule: () => undefined,
  zoneOf: () => null,
}

/** Evaluates the rules of a device after a report that changed its current state to these blocks. */
export type EvaluateRules = (
  device: CachedDevice,
  layout: Layout,
  before: Pick<DeviceState, 'rules' | 'last_report_ms'>,
  blocks: readonly LatestBlock[],
  at_ms: number,
) => RuleStates

/** A product without rules costs one look-up a report, a rule that is idle and stays so some comparisons of numbers. Pure but for what it keeps. */
export const createEvaluateRules = (findBook: () => RuleBook): EvaluateRules => {
  const readerOf = cachedReaders()
  const rulesOf = cachedRules()
  return (device, layout, before, blocks, at_ms) => {
    const book = findBook()
    const keys = book.keysOf(device.product_key)
    const rules = keys === undefined ? [] : rulesOf(book, device)
    if (keys === undefined || rules.length === 0) return before.rules.size === 0 ? before.rules : NO_RULE_STATES
    const reader = readerOf(layout, book.generation, keys)
    reader.read(blocks, at_ms)
    let states: Map<number, RuleState> | null = null
    let is_same = true
    let input: RuleInput | null = null
    for (const rule of rules) {
      const was = before.rules.get(rule.rule_id) ?? null
      if (was === null && reader.holds(rule) !== true) continue
      input ??= {
        values: reader.values(),
        online: true,
        at_ms,
        last_ms: before.last_report_ms,
        time_zone: book.zoneOf(device),
      }
      const state = advanceRule(rule, was, input)
      if (state !== null) states = (states ?? new Map<number, RuleState>()).set(rule.rule_id, state)
      if (state !== was) is_same = false
    }
    // What is left of rules that no longer apply is dropped.
    if (is_same && (states?.size ?? 0) === before.rules.size) return before.rules
    return states ?? NO_RULE_STATES
  }
}

/** The rules of a device are looked up again when they, or its place, have changed. */
const cachedRules = () => {
  type Kept = Pick<CachedDevice, 'agent_path' | 'product_key'> & { generation: number; rules: readonly EvaluatedRule[] }
  const cached = new WeakMap<CachedDevice, Kept>()
  return (book: RuleBook, device: CachedDevice): readonly EvaluatedRule[] => {
    const { generation } = book
    const { agent_path, product_key } = device
    const kept = cached.get(device)
    if (kept?.generation === generation && kept.agent_path === agent_path && kept.product_key === product_key)
      return kept.rules
    const rules = book.listRules(device)
    cached.set(device, { generation, agent_path, product_key, rules })
    return rules
  }
}

/** The points that rules compare, read from the newest blocks of one device after the other. */
type RuleReader = {
  /** Reads values of blocks that were read lately: what a board no longer answers is missing. */
  read: (blocks: readonly LatestBlock[], at_ms: number) => void
  /** What was read, by key. */
  values: () => Values
  /** Whether the condition of a rule whose alarm is not active holds; null = what is missing decides. */
  holds: (rule: EvaluatedRule) => boolean | null
}

const NOTHING: Pick<Decoder, 'keys' | 'decodeInto'> = { keys: [], decodeInto: () => {} }

const createReader = (layout: Layout, keys: readonly string[]): RuleReader => {
  const only = keys.filter((key) => layout.points.has(key))
  const compiled = compileDecoder([...layout.points.values()], { only })
  const decoder = compiled.ok ? compiled.decoder : NOTHING
  const numbers = new Float64Array(decoder.keys.length)
  const conditions = new Map<EvaluatedRule, CompiledCondition>()
  const conditionOf = (rule: EvaluatedRule): CompiledCondition => {
    const known = conditions.get(rule)
    if (known !== undefined) return known
    const condition = compileCondition(rule.condition, decoder.keys)
    conditions.set(rule, condition)
    return condition
  }
  return {
    read: (blocks, at_ms) => {
      const oldest_s = (at_ms - ALARM_RULE_LIMITS.stale_ms) / 1000
      const fresh: Block[] = []
      for (const { block, at_s } of blocks) if (at_s >= oldest_s) fresh.push(block)
      decoder.decodeInto(fresh, numbers)
    },
    values: () => valuesOf(decoder.keys, numbers),
    holds: (rule) => conditionOf(rule)(numbers),
  }
}

/** One reader a product version; all anew when rules have changed. */
const cachedReaders = () => {
  let cached = new WeakMap<Layout, RuleReader>()
  let cached_generation = 0
  return (layout: Layout, generation: number, keys: readonly string[]): RuleReader => {
    if (generation !== cached_generation) cached = new WeakMap()
    cached_generation = generation
    const known = cached.get(layout)
    if (known !== undefined) return known
    const reader = createReader(layout, keys)
    cached.set(layout, reader)
    return reader
  }
}
