import { expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../points/sample-points.ts'
import { schematicPoints } from './schematic-points.ts'

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
