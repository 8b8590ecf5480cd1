import { Refusal } from '@heatfleet/contract/errors.ts'
import { expect, it } from 'vitest'
import { isAbout, partOf, refusedPath } from './refusal-place.ts'

it.each([
  ['data_query.where.single_table.2.value', { part: 'single_table', no: 3 }],
  ['data_query.where.two_table.0', { part: 'two_table', no: 1 }],
  ['data_query.select.1.columns.4', { part: 'select', no: 2 }],
  ['data_query.order.0.name', { part: 'order', no: 1 }],
  ['data_query.addition.pageNo', { part: 'addition', no: 1 }],
  ['data_query', { part: 'query', no: 1 }],
])('a refusal of %s is about its part', (field, part) => {
  expect(partOf(refusedPath(new Refusal('invalid_input', { field })))).toEqual(part)
})

it('a field is wrong when the refusal is about it or something in it', () => {
  expect(isAbout('where.single_table.1.value', 'where.single_table.1')).toBe(true)
  expect(isAbout('where.single_table.10.value', 'where.single_table.1')).toBe(false)
  expect(isAbout(null, 'order')).toBe(false)
})
