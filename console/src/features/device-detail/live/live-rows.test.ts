import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../../../points/sample-points.ts'
import { liveGroups, registerText, trackChanges } from './live-rows.ts'

const definition = sampleDefinition(
  samplePoint('t_out', {
    names: { en: 'Flow water temperature', zh: '出水温度', pl: 'Temperatura zasilania' },
    address: 18,
  }),
  samplePoint('flow', { group_tag: 'hydraulic', unit: 'm3/h' }),
  samplePoint('p_high', { tab: 'Refrigerant', address: 47 }),
  samplePoint('dt_water', { data_type: 'calc', address: 18 }),
)
const readings = new Map([['t_out', { value: 38.6, at: 1000 }]])
const all = { search: '', changed_only: false, tab: null }
const keysOf = (filter: Partial<typeof all>, changes = new Map<string, number>()) =>
  liveGroups(definition, readings, changes, { ...all, ...filter }).flatMap(({ rows }) =>
    rows.map(({ point }) => point.key),
  )

describe('the live table', () => {
  it('groups by tab and group tag in the order of the definition', () => {
    expect(liveGroups(definition, readings, new Map(), all).map(({ tab, group_tag }) => `${tab}/${group_tag}`)).toEqual(
      ['Overview/status', 'Overview/hydraulic', 'Refrigerant/status'],
    )
  })
  it.each([
    ['a name of another language', '出水', ['t_out']],
    ['a decimal address, not of calculated points', '18', ['t_out']],
    ['a hexadecimal address', '0x002f', ['p_high']],
    ['a key', 'FLOW', ['t_out', 'flow']],
    ['nothing', 'zzz', []],
  ])('finds %s', (_, search, keys) => {
    expect(keysOf({ search })).toEqual(keys)
  })
  it('filters changed values', () => {
    expect(keysOf({ changed_only: true }, new Map([['flow', 5]]))).toEqual(['flow'])
  })
  it('keeps a point without a reading, as unknown', () => {
    const flow = liveGroups(definition, readings, new Map(), { ...all, search: 'm3' })
    expect(flow).toEqual([])
    expect(liveGroups(definition, readings, new Map(), { ...all, tab: 'Refrigerant' })[0]?.rows[0]?.value).toBeNull()
  })
  it('copies tab-separated text', () => {
    const text = registerText(liveGroups(definition, readings, new Map(), { ...all, search: '0x0012' }), 'en')
    expect(text).toBe('t_out\t0x0012\tFlow water temperature\t38.6\t°C')
  })
})

describe('changes while the tab is open', () => {
  it('a first or repeated value is no change, a different one is', () => {
    const first = new Map([['a', { value: 1, at: 1 }]])
    const second = new Map([
      ['a', { value: 1, at: 2 }],
      ['b', { value: 5, at: 2 }],
    ])
    const third = new Map([
      ['a', { value: 2, at: 3 }],
      ['b', { value: 5, at: 3 }],
    ])
    const none = new Map<string, number>()
    expect(trackChanges(none, first, second)).toBe(none)
    expect([...trackChanges(none, second, third)]).toEqual([['a', 3]])
  })
})
