import { expect, it } from 'vitest'
import { samplePoint } from '../../../points/sample-points.ts'
import { startValue } from './template-value.ts'

const names = { en: 'x', zh: 'x', pl: 'x' }

it.each([
  ['at the default of the board', { default_value: 45, min: 10 }, 45],
  ['at the first named value', { choices: [{ value: 2, names }] }, 2],
  ['at the minimum', { min: 10 }, 10],
  ['at nothing, where the minimum is another point', { min: { point: 'low' } }, 0],
])('a setting added to a template starts %s', (_, change, value) => {
  expect(startValue(samplePoint('sp', change))).toBe(value)
})
