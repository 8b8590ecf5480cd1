import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { describe, expect, test } from 'vitest'
import { readBuiltInProduct } from '../features/products/built-in.ts'
import { alarmRulesOf, evaluateAlarms, worstOf } from './alarm-rules.ts'

const sample = readBuiltInProduct().points.find(({ key }) => key === 'f01')
if (sample === undefined) throw new Error('the built-in product has a fault F01')
const fault = (key: string, change: Partial<DataPoint> = {}): DataPoint => ({ ...sample, key, fault: null, ...change })
const configured = (key: string, change: object) => ({
  key,
  severity: 'fault' as const,
  enabled: true,
  delay_s: 0,
  ...change,
})
const severities = new Map([
  ['E1', 'lockout'],
  ['E2', 'warning'],
] as const)
const NONE = { alarm_keys: [], pending_faults: new Map<string, number>() }

describe('what a fault point weighs', () => {
  test.each([
    ['nothing is known of it', fault('f'), [], ['major']],
    ['the knowledge base has its code', fault('f', { fault: 'E1' }), [], ['critical']],
    ['the product says otherwise', fault('f', { fault: 'E1' }), [configured('f', { severity: 'info' })], ['info']],
    ['its alarm is switched off', fault('f'), [configured('f', { enabled: false })], []],
    ['it is no fault at all', fault('f', { alarm: false }), [], []],
  ])('when %s', (_, point, defaults, expected) => {
    const { alarms } = evaluateAlarms(alarmRulesOf([point], defaults, severities), { f: 1 }, NONE, 0)
    expect(alarms.map(({ severity }) => severity)).toEqual(expected)
  })

  const names = { en: 'x', zh: 'x', pl: 'x' }
  const word = fault('word', {
    data_type: 'u16',
    choices: [
      { value: 3, names, fault: 'E1' },
      { value: 4, names, fault: 'E2' },
    ],
  })
  test.each([
    [0, []],
    [3, ['critical E1']],
    [4, ['minor E2']],
    [5, ['major null']],
  ])('of a fault word follows its value %i', (value, expected) => {
    const { alarms } = evaluateAlarms(alarmRulesOf([word], [], severities), { word: value }, NONE, 0)
    expect(alarms.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
  })

  test('of a fault word is what the product says, and its code that of its value', () => {
    const rules = alarmRulesOf([word], [configured('word', { severity: 'info' })], severities)
    expect(evaluateAlarms(rules, { word: 3 }, NONE, 0).alarms).toEqual([
      { key: 'word', value: 3, severity: 'info', code: 'E1' },
    ])
  })
})

describe('a fault is an alarm', () => {
  test.each([
    ['an ordinary bit at 1', 0, 1, 1],
    ['an ordinary bit at 0', 0, 0, 0],
    ['an inverted bit at 0', 1, 0, 1],
    ['an inverted bit at 1', 1, 1, 0],
  ] as const)('%s: %3$i', (_, normal, value, count) => {
    const rules = alarmRulesOf([fault('f', { normal })], [], severities)
    expect(evaluateAlarms(rules, { f: value }, NONE, 0).alarms).toHaveLength(count)
  })

  test('that was never reported is none, also where it rests at 1', () => {
    expect(evaluateAlarms(alarmRulesOf([fault('f', { normal: 1 })], [], severities), {}, NONE, 0).alarms).toEqual([])
  })

  test('only when it lasted as long as it must, and is one until it goes', () => {
    const rules = alarmRulesOf([fault('f')], [configured('f', { delay_s: 120 })], severities)
    let state = { alarm_keys: [] as string[], pending_faults: NONE.pending_faults as ReadonlyMap<string, number> }
    const at = (minute: number, f: number) => {
      const { alarms, pending_faults } = evaluateAlarms(rules, { f }, state, minute * 60_000)
      state = { alarm_keys: alarms.map(({ key }) => key), pending_faults }
      return alarms.length
    }
    // A minute of health begins the count anew.
    expect([at(0, 1), at(1, 1), at(2, 0), at(3, 1), at(4, 1), at(5, 1), at(6, 1), at(7, 0), at(8, 1)]).toEqual([
      0, 0, 0, 0, 0, 1, 1, 0, 0,
    ])
  })

  test('and the worst stands first', () => {
    const rules = alarmRulesOf(
      [fault('mild', { fault: 'E2' }), fault('bad'), fault('worst', { fault: 'E1' })],
      [],
      severities,
    )
    const { alarms } = evaluateAlarms(rules, { mild: 1, bad: 1, worst: 1 }, NONE, 0)
    expect(alarms.map(({ key }) => key)).toEqual(['worst', 'bad', 'mild'])
    expect([worstOf(alarms), worstOf(alarms.slice(1)), worstOf([])]).toEqual(['critical', 'major', null])
  })
})
