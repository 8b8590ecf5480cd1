import { RULE_OPERATORS } from '@heatfleet/contract/alarm-rules/rule.ts'
import type { Values } from '@heatfleet/modbus/point.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointAt } from '../../test/model-boards.ts'
import { decodeCurrentState } from './advance-state.ts'
import type { CachedDevice, DeviceState } from './device-cache.ts'
import { createRuleEvaluator, EMPTY_RULE_BOOK, NO_RULE_STATES, type RuleBook, type RuleStates } from './device-rules.ts'
import { packLatestBlocks } from './latest-blocks.ts'
import { compileStateReader, type Layout } from './layouts.ts'
import type { ParsedReport } from './report-frame.ts'
import { advanceRule, type EvaluatedRule, type RuleState } from './rule-evaluation.ts'

const MINUTE_MS = 60_000
/** Blocks that were read longer ago are not compared. */
const STALE_MINUTES = 30

/** Three points in two blocks, the third of a block of its own; the fault is what the product version evaluates itself. */
const ADDRESSES = { fault: 0, t_out: 1, t_in: 2, t_tank: 10 } as const
type Key = keyof typeof ADDRESSES
const KEYS = Object.keys(ADDRESSES) as Key[] // its keys
const points = Object.entries(ADDRESSES).map(([key, address]) =>
  pointAt(address, { key, data_type: 'u16', invalid: [9] }),
)
const LAYOUT: Layout = {
  layout_id: 1,
  product_key: 'p',
  published_ms: null,
  points: new Map(points.map((point) => [point.key, point])),
  poll_blocks: [],
  decoder: { decode: () => ({}) },
  state_reader: compileStateReader(points, ['fault']),
  alarm_rules: [],
  installer_keys: [],
  write_sequences: [],
  record_tables: [],
}
const STATE: DeviceState = {
  online_status: 'online',
  bus_status: 'ok',
  rssi_dbm: null,
  last_report_ms: null,
  alarms: [],
  alarm_keys: [],
  alarm_severity: null,
  pending_faults: new Map(),
  rules: NO_RULE_STATES,
  last_alarm_ms: null,
  latest: packLatestBlocks([]),
  flow_c: null,
}
const deviceOf = (): CachedDevice => ({
  device_id: 1,
  mac: 'm',
  agent_path: '/1/',
  product_key: 'p',
  net: 'wifi',
  static_login: false,
  replaced: false,
  secret_sealed: Buffer.alloc(0),
  provisioned: true,
  own_secret_used: true,
  applied_rules: null,
  state: STATE,
})

/** What a module sends: the block of fault, flow and return, and that of the tank, which may be missing; 9 is what a broken sensor reads. */
type Sent = { at_ms: number; fast: readonly [number, number, number]; tank: number | null }
const parsedOf = ({ at_ms, fast, tank }: Sent): ParsedReport => {
  const blockOf = (start: number, words: readonly number[]) => ({
    slave: 1,
    fn: 3 as const,
    start,
    quantity: words.length,
    status: 0,
    data: Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255])),
  })
  const blocks = [blockOf(0, fast), ...(tank === null ? [] : [blockOf(10, [tank])])]
  const flags = { cyclic: true, changed: false, requested: false, replay: false, bus_down: false, boot: false }
  return { at_ms, report: { type: 1, seq: 1, ts: at_ms / 1000, flags, blocks } } as unknown as ParsedReport // What is decoded reads no more of it.
}

/** What a gateway makes of the reports: the states after each. */
const played = (book: () => RuleBook, sent: readonly Sent[], device = deviceOf()): RuleStates[] => {
  const evaluator = createRuleEvaluator(book)
  return sent.map((one) => {
    const before = device.state
    const set = evaluator.findSet(device, LAYOUT)
    const decoded = decodeCurrentState(before, LAYOUT, parsedOf(one), set?.reader)
    if (decoded === null) throw new Error('reports come in order')
    const rules = evaluator.evaluate(set, device, before, decoded, one.at_ms)
    device.state = { ...before, latest: decoded.latest, last_report_ms: one.at_ms, rules }
    return rules
  })
}

/** The same without anything left out: every rule at every report, from values by name. */
const expected = (rules: readonly EvaluatedRule[], sent: readonly Sent[]): RuleStates[] => {
  let states: RuleStates = NO_RULE_STATES
  let tank: { value: number; at_ms: number } | null = null
  let last_ms: number | null = null
  return sent.map(({ at_ms, fast, tank: read }) => {
    if (read !== null) tank = { value: read, at_ms }
    const values: Values = { fault: fast[0], t_out: fast[1], t_in: fast[2] }
    if (tank !== null && at_ms - tank.at_ms <= STALE_MINUTES * MINUTE_MS) values.t_tank = tank.value
    for (const key of KEYS) if (values[key] === 9) delete values[key]
    const next = new Map<number, RuleState>()
    for (const rule of rules) {
      const input = { values, online: true, at_ms, last_ms, time_zone: null }
      const state = advanceRule(rule, states.get(rule.rule_id) ?? null, input)
      if (state !== null) next.set(rule.rule_id, state)
    }
    last_ms = at_ms
    states = next
    return states
  })
}

const bookOf = (rules: readonly EvaluatedRule[], generation = 1): RuleBook => ({
  ...EMPTY_RULE_BOOK,
  generation,
  hasRules: () => true,
  listRules: () => rules,
  findRule: (id) => rules.find(({ rule_id }) => rule_id === id),
})

const word = fc.constantFrom(0, 1, 2, 3, 9)
const sentOf = fc
  .array(
    fc.record({
      minutes: fc.constantFrom(1, 1, 1, 2, 5, 29, 31),
      fast: fc.tuple(word, word, word),
      tank: fc.option(word, { freq: 2 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((steps) => {
    // 2026-11-20, a Friday, 11:00 UTC.
    let at_ms = Date.UTC(2026, 10, 20, 11)
    return steps.map(({ minutes, ...one }): Sent => {
      at_ms += minutes * MINUTE_MS
      return { at_ms, ...one }
    })
  })
const term = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      of: fc.constant('point' as const),
      key: fc.constantFrom(...KEYS, 'unknown'),
      op: fc.constantFrom(...RULE_OPERATORS),
      value: fc.integer({ min: 0, max: 3 }),
      clear: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ of: fc.constant('state' as const), state: fc.constant('online' as const) }) },
)
const match = fc.constantFrom('any' as const, 'all' as const)
const ruleOf = fc.record({
  condition: fc.record({
    match,
    groups: fc.array(fc.record({ match, terms: fc.array(term, { minLength: 1, maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  hold: fc.oneof(
    fc.constant({ by: 'at_once' as const }),
    fc.record({ by: fc.constant('duration' as const), minutes: fc.constantFrom(1, 3, 10) }),
    fc.record({ by: fc.constant('repeat' as const), times: fc.constantFrom(2, 3), minutes: fc.constantFrom(5, 30) }),
  ),
  clear_minutes: fc.constantFrom(0, 2, 10),
  schedule: fc.option(
    fc.record({
      days: fc.constant<number[]>([5]),
      from: fc.constant('11:05'),
      to: fc.constant('11:40'),
      time_zone: fc.constant('UTC'),
    }),
    { freq: 3 },
  ),
})
const rulesOf = fc.array(ruleOf, { minLength: 1, maxLength: 5 }).map((rules) =>
  rules.map(
    (rule, at): EvaluatedRule => ({
      ...rule,
      rule_id: at + 1,
      revision: 1,
      severity: 'minor',
      cool_down_minutes: 10,
    }),
  ),
)

describe('rules of a device', () => {
  it('stand after each report as if every one were evaluated by name: durations, repetitions, schedules, gaps and blocks that are old', () => {
    fc.assert(
      fc.property(rulesOf, sentOf, (rules, sent) => {
        const states = played(() => bookOf(rules), sent)
        expect(states.map((each) => [...each])).toEqual(expected(rules, sent).map((each) => [...each]))
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  const HOT: EvaluatedRule = {
    rule_id: 1,
    revision: 1,
    condition: {
      match: 'all',
      groups: [{ match: 'all', terms: [{ of: 'point', key: 't_tank', op: 'gt', value: 60, clear: null }] }],
    },
    hold: { by: 'duration', minutes: 10 },
    clear_minutes: 0,
    schedule: null,
    severity: 'minor',
    cool_down_minutes: 10,
  }
  const minute = (at: number, tank: number | null): Sent => ({ at_ms: at * MINUTE_MS, fast: [0, 0, 0], tank })
  const isActive = (states: readonly RuleStates[]) => states.map((each) => each.get(1)?.active === true)

  it('a duration ends while not one register changes', () => {
    expect(
      isActive(played(() => bookOf([HOT]), [minute(0, 61), minute(5, 61), minute(9, 61), minute(10, 61)])),
    ).toEqual([false, false, false, true])
  })

  it('a value that is no longer read neither raises nor recovers', () => {
    const at_once: EvaluatedRule = { ...HOT, hold: { by: 'at_once' } }
    expect(isActive(played(() => bookOf([at_once]), [minute(0, 61), minute(29, null), minute(40, null)]))).toEqual([
      true,
      true,
      true,
    ])
    const waited = played(
      () => bookOf([HOT]),
      [minute(0, 61), minute(29, null), minute(31, null), minute(32, 50), minute(33, 61)],
    )
    expect(isActive(waited)).toEqual([false, true, true, false, false])
  })

  it('that were edited, added or removed are those of the next report; a device that moves has those of its new place', () => {
    let book = bookOf([{ ...HOT, hold: { by: 'at_once' } }])
    const device = deviceOf()
    expect(isActive(played(() => book, [minute(0, 61)], device))).toEqual([true])
    book = bookOf([], 2)
    expect(played(() => book, [minute(1, 61)], device)).toEqual([NO_RULE_STATES])
    book = {
      ...bookOf([], 3),
      listRules: ({ agent_path }) => (agent_path === '/2/' ? [{ ...HOT, hold: { by: 'at_once' } }] : []),
    }
    const evaluated = (at: number) => isActive(played(() => book, [minute(at, 61)], device))
    expect(evaluated(2)).toEqual([false])
    device.agent_path = '/2/'
    expect(evaluated(3)).toEqual([true])
  })

  it('gives the same states back where nothing changed, so that nothing is stored', () => {
    const [first, second] = played(() => bookOf([HOT]), [minute(0, 61), minute(1, 61)])
    expect(second).toBe(first)
    const [idle, still] = played(() => bookOf([HOT]), [minute(0, 10), minute(1, 11)])
    expect(still).toBe(idle)
  })
})
