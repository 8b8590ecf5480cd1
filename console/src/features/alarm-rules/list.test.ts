import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session module reads the browser's storage when it is imported.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { alarmRules } = await import('./list.tsx')
const { alarmMutes } = await import('./mutes-list.tsx')
const { bodyOf, startDraft, STATE } = await import('./rule-draft.ts')
const { alarmRules: calls } = await import('@heatfleet/contract/alarm-rules/alarm-rules.ts')

const at = (query: string) => readParams(alarmRules.params, new URLSearchParams(query))

it.each([
  ['', {}],
  ['rule_name=hot&enabled=yes&severity=major', { rule_name: 'hot', enabled: true, severity: 'major' }],
  ['product_key=r290&severity=nonsense', { product_key: 'r290' }],
])('"%s" requests %o', (query, filter) => {
  expect(alarmRules.bodyOf(at(query))).toEqual({ sort_by: 'rule_name', sort_order: 'asc', ...filter })
})

it('round-trips, and is empty without filters', () => {
  const query = 'rule_name=hot&enabled=no&sort_by=severity&sort_order=desc&pageNo=2'
  expect(writeParams(alarmRules.params, at(query)).toString()).toBe(query)
  expect(writeParams(alarmRules.params, at('')).toString()).toBe('')
})

it('mutes are found by their state, on their own tab', () => {
  const address = readParams(alarmMutes.params, new URLSearchParams('tab=mutes&state=active'))
  expect(alarmMutes.bodyOf(address)).toEqual({ sort_by: 'until', sort_order: 'desc', state: 'active' })
})

it('a rule in the editor is sent as it was read', () => {
  const { example } = calls.alarmRuleInfo
  const { rule_name, product_key, target, condition, hold, clear_minutes, schedule, severity, cool_down_minutes } =
    example
  const { process_minutes, notify } = example
  expect(bodyOf(startDraft(example))).toEqual({
    rule_name,
    product_key,
    target,
    condition,
    hold,
    clear_minutes,
    schedule,
    severity,
    cool_down_minutes,
    process_minutes,
    notify,
  })
})

it('a state is no point', () => {
  const draft = startDraft(null)
  const [group] = draft.condition.groups
  const terms = group?.terms.map((term) => ({ ...term, what: STATE, state: 'offline' as const })) ?? []
  expect(bodyOf({ ...draft, condition: { match: 'all', groups: [{ match: 'all', terms }] } })).toMatchObject({
    condition: { groups: [{ terms: [{ of: 'state', state: 'offline' }] }] },
  })
})
