import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Values } from '@heatfleet/modbus/point.ts'
import type { CachedDevice, DeviceState } from './device-cache.ts'
import { unpackLatestBlocks } from './latest-blocks.ts'
import type { Layout } from './layouts.ts'
import { advanceRule, type EvaluatedRule, type RuleState } from './rule-evaluation.ts'

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

/** Evaluates the rules of a device after a report that changed its current state. */
export type EvaluateRules = (
  device: CachedDevice,
  layout: Layout,
  before: DeviceState,
  after: DeviceState,
  at_ms: number,
) => RuleStates

/** A product without rules costs one look-up a report. Pure but for the decoders it keeps. */
export const createEvaluateRules = (findBook: () => RuleBook): EvaluateRules => {
  const decoderOf = cachedDecoders()
  return (device, layout, before, after, at_ms) => {
    const book = findBook()
    const keys = book.keysOf(device.product_key)
    if (keys === undefined) return before.rules.size === 0 ? before.rules : NO_RULE_STATES
    const rules = book.listRules(device)
    if (rules.length === 0) return before.rules.size === 0 ? before.rules : NO_RULE_STATES
    const input = {
      values: freshValues(decoderOf(layout, book.generation, keys), after.latest, at_ms),
      online: true,
      at_ms,
      last_ms: before.last_report_ms,
      time_zone: book.zoneOf(device),
    }
    const states = new Map<number, RuleState>()
    let is_same = true
    for (const rule of rules) {
      const was = before.rules.get(rule.rule_id) ?? null
      const state = advanceRule(rule, was, input)
      if (state !== null) states.set(rule.rule_id, state)
      if (state !== was) is_same = false
    }
    // What is left of rules that no longer apply is dropped.
    if (is_same && states.size === before.rules.size) return before.rules
    return states.size === 0 ? NO_RULE_STATES : states
  }
}

/** Values of blocks that were read lately: what a board no longer answers is missing. */
const freshValues = (decoder: Pick<Decoder, 'decode'>, latest: Buffer, at_ms: number): Values => {
  const oldest_s = (at_ms - ALARM_RULE_LIMITS.stale_ms) / 1000
  const fresh = unpackLatestBlocks(latest).filter(({ at_s }) => at_s >= oldest_s)
  return decoder.decode(fresh.map(({ block }) => block))
}

const NO_DECODER = { decode: () => ({}) }

/** Decoders of the points that rules compare, one a product version. */
const cachedDecoders = () => {
  let cached = new WeakMap<Layout, Pick<Decoder, 'decode'>>()
  let cached_generation = 0
  return (layout: Layout, generation: number, keys: readonly string[]): Pick<Decoder, 'decode'> => {
    if (generation !== cached_generation) cached = new WeakMap()
    cached_generation = generation
    const known = cached.get(layout)
    if (known !== undefined) return known
    const only = keys.filter((key) => layout.points.has(key))
    const compiled = compileDecoder([...layout.points.values()], { only })
    const decoder = compiled.ok ? compiled.decoder : NO_DECODER
    cached.set(layout, decoder)
    return decoder
  }
}
