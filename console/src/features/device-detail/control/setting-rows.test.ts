import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../../../points/sample-points.ts'
import { parseTyped, settingGroups, settingTabs, stepped, widgetOf } from './setting-rows.ts'

const writable = { rw: 'rw', write_cmd: 6 } as const
const choices = (count: number) =>
  Array.from({ length: count }, (_, value) => ({ value, names: { en: `${value}`, zh: '', pl: '' } }))

describe('settings on the screen', () => {
  const definition = sampleDefinition(
    samplePoint('t_out'),
    samplePoint('sp_heat', { ...writable, tab: 'Control', group_tag: 'control' }),
    samplePoint('tm1_h', { ...writable, tab: 'Service', group_tag: 'timer' }),
    samplePoint('tm1_m', { ...writable, tab: 'Service', group_tag: 'timer' }),
    samplePoint('clk_hour', { ...writable, tab: 'Device', group_tag: 'clock' }),
    samplePoint('clk_min', { ...writable, tab: 'Device', group_tag: 'clock' }),
    samplePoint('only_h', { ...writable, tab: 'Device', group_tag: 'clock' }),
  )
  it('only tabs with settings are listed', () => {
    expect(settingTabs(definition)).toEqual(['Control', 'Service', 'Device'])
  })
  it('an hour and its minute form a time of day', () => {
    expect(settingGroups(definition, 'Service').flatMap(({ rows }) => rows.map(({ kind, id }) => [kind, id]))).toEqual([
      ['time', 'tm1_h'],
    ])
    expect(settingGroups(definition, 'Device').flatMap(({ rows }) => rows.map(({ kind, id }) => [kind, id]))).toEqual([
      ['time', 'clk_hour'],
      ['point', 'only_h'],
    ])
  })
  it.each([
    ['a bool with two names', { data_type: 'bool', choices: choices(2) }, 'switch'],
    ['a short list of names', { data_type: 'enum', choices: choices(4) }, 'choice'],
    ['a long list of names', { data_type: 'enum', choices: choices(7) }, 'list'],
    ['a number', { data_type: 's16' }, 'number'],
    ['a BCD number', { data_type: 'bcd_low' }, 'number'],
  ] as const)('%s has its input type', (_, change, widget) => {
    expect(widgetOf(samplePoint('x', change))).toBe(widget)
  })
})

describe('typed numbers', () => {
  it.each([
    ['42', 42],
    [' 40,5 ', 40.5],
    ['−12', -12],
    ['', Number.NaN],
    ['4o', Number.NaN],
    ['1e3', Number.NaN],
  ])('%j is %s', (text, value) => {
    expect(parseTyped(text)).toBe(value)
  })
  it('steps stay exact and inside the limits', () => {
    const point = samplePoint('x', { step: 0.1, min: 10, max: 55 })
    expect(stepped(point, 40.2, 1)).toBe(40.3)
    expect(stepped(point, 55, 1)).toBe(55)
    expect(stepped(point, 10, -1)).toBe(10)
  })
})
