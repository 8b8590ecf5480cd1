import { describe, expect, it } from 'vitest'
import { INITIAL_SETTINGS } from '../settings.ts'
import { examplePoints } from './example-list.ts'
import { changeOf, isSure, suggestionsFor } from './suggestions.ts'

const definition = {
  points: examplePoints(
    { name: 'Flow temperature', unit: '°C', read: 'raw*0.1' },
    { name: 'Return temperature', unit: '°C', read: 'raw*0.1' },
    { name: 'Energy consumption', unit: 'kWh', data_type: 'u32_be' },
    { name: 'Water flow failure', data_type: 'bit', bit: 0 },
    { name: 'Night setback', unit: 'K', rw: 'rw', group_tag: 'User' },
  ),
  settings: INITIAL_SETTINGS,
}

describe('suggestions for a definition', () => {
  const suggestions = suggestionsFor(definition, [])

  it('have ids of their own', () => {
    expect(new Set(suggestions.map(({ id }) => id)).size).toBe(suggestions.length)
  })

  it('are set in one step', () => {
    const { set, settings } = changeOf(definition, suggestions.filter(isSure))
    const by_key = new Map(set.map((point) => [point.key, point]))
    expect(by_key.get('p_0')).toMatchObject({ tag: 't_out', invalid: [32_767, -32_768], group_tag: 'status' })
    expect(by_key.get('p_1')).toMatchObject({ tag: 't_in' })
    expect(by_key.get('p_2')).toMatchObject({ tag: 'e_elec', accumulate: true, group_tag: 'energy' })
    expect(by_key.get('p_3')).toMatchObject({ alarm: true, group_tag: 'fault' })
    expect(by_key.has('p_4')).toBe(false)
    expect(settings).toEqual({
      panel: { ...INITIAL_SETTINGS.panel, default_curves: ['p_0', 'p_1'] },
      alarm_defaults: [{ key: 'p_3', severity: 'fault', enabled: true, delay_s: 0 }],
    })
  })

  it('are none for what they were accepted for', () => {
    const { set, settings } = changeOf(definition, suggestions)
    const by_key = new Map(set.map((point) => [point.key, point]))
    const points = definition.points.map((point) => by_key.get(point.key) ?? point)
    expect(suggestionsFor({ points, settings: { ...INITIAL_SETTINGS, ...settings } }, [])).toEqual([])
  })

  it('change nothing where none is accepted', () => {
    expect(changeOf(definition, [])).toEqual({ set: [], settings: {} })
  })

  it('do not depend on settings that a person made', () => {
    const own = {
      ...definition,
      settings: { ...INITIAL_SETTINGS, panel: { ...INITIAL_SETTINGS.panel, default_curves: ['p_1'] } },
    }
    expect(suggestionsFor(own, []).some(({ kind }) => kind === 'curves')).toBe(false)
  })
})
