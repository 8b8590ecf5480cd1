import { expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../points/sample-points.ts'
import { isDrawn, schematicPoints } from './schematic-points.ts'

const points = sampleDefinition(
  samplePoint('t_in'),
  samplePoint('reg_18', { tag: 't_out' }),
  samplePoint('t_out'),
  samplePoint('reg_19', { tag: 't_out' }),
)

it.each([
  ['the first point with its tag', 't_out', 'reg_18'],
  ['the point of the same key, where none has the tag', 't_in', 't_in'],
  ['nothing, where there is neither', 't_dhw', undefined],
])('a quantity of the schematic is %s', (_, name, key) => {
  expect(schematicPoints(points)(name)?.key).toBe(key)
})

it('a figure beside the schematic is found by its tag too, and alone draws nothing', () => {
  const metered = sampleDefinition(samplePoint('reg_40', { tag: 'p_elec' }))
  expect(schematicPoints(metered)('p_el')?.key).toBe('reg_40')
  expect(isDrawn(metered)).toBe(false)
})

it('an electric power with the key of the switch is no switch', () => {
  const watts = sampleDefinition(samplePoint('power', { unit: 'W' }))
  const switched = sampleDefinition(samplePoint('power', { data_type: 'bool', unit: '' }))
  expect(schematicPoints(watts)('power')).toBeUndefined()
  expect(schematicPoints(switched)('power')?.key).toBe('power')
})

it('a product without a tag or a known key draws nothing', () => {
  expect(isDrawn(sampleDefinition(samplePoint('reg_1'), samplePoint('reg_2', { tag: 'sterilize' })))).toBe(false)
  expect(isDrawn(points)).toBe(true)
})
