import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { type ExampleLine, examplePoints } from '@heatfleet/contract/products/suggestions/example-list.ts'
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../products/public.ts'
import { dayPointsOf } from './day-points.ts'

describe('the three-way valve says 1 for hot water', () => {
  it.each<[string, string[], number[]]>([
    ['where nothing names its positions', [], [0, 1]],
    ['where off and on do', ['off', 'on'], [0, 1]],
    ['where 1 is named so', ['Heating', 'Hot water'], [0, 1]],
    ['where the board names its 0 so', ['Hot water', 'Heating'], [1, 0]],
  ])('%s', (_, names, expected) => {
    const [valve] = examplePoints({ name: '3-way valve', tag: 'dhw_valve', data_type: 'u16' })
    if (valve === undefined) throw new Error('one line makes one point')
    const choices = names.map((en, value) => ({ value, names: { en, zh: '', pl: '' } }))
    const layout = layoutOf({
      layout_id: 1,
      product_key: 'p',
      points: [{ ...valve, choices }],
      poll_blocks: [],
      settings: INITIAL_SETTINGS,
    })
    const [point] = dayPointsOf(layout).points
    expect([0, 1].map((value) => value * (point?.factor ?? 0) + (point?.offset ?? 0))).toEqual(expected)
  })
})

describe('the compressor of a board without a frequency', () => {
  const namesOf = (...lines: ExampleLine[]) =>
    dayPointsOf(
      layoutOf({
        layout_id: 1,
        product_key: 'p',
        points: examplePoints(...lines),
        poll_blocks: [],
        settings: INITIAL_SETTINGS,
      }),
    ).points.map(({ role, key }) => [role, key])
  const state = { name: 'Compressor 1', key: 'runs', tag: 'comp_on', data_type: 'u16' } as const
  const frequency = { name: 'Frequency', key: 'hz', tag: 'comp_hz', unit: 'Hz' } as const

  it('runs while its state says so', () => {
    expect(namesOf(state)).toEqual([['comp_hz', 'runs']])
  })
  it('is read from the frequency where there is one', () => {
    expect(namesOf(state, frequency)).toEqual([['comp_hz', 'hz']])
  })
})
