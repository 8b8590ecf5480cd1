import { expect, it } from 'vitest'
import { bodyOfSearch, unitsOfSearch } from './units-of-search.ts'

const [A, B] = ['863412060123455', 'a4c100000001']

it.each([
  ['one id', A, [A]],
  ['one id with separators', 'A4:C1:00:00:00:01', [B]],
  ['several, as people write them', `${A}, A4-C1-00-00-00-01`, [A, B]],
  ['with a Chinese comma, and one twice', `${A}，${B} ${A}`, [A, B]],
  ['a part of an id', '8634', []],
  ['an id and a name', `${A}, Villa`, []],
  ['nothing', '', []],
])('%s', (_, text, macs) => {
  expect(unitsOfSearch(text)).toEqual(macs)
})

it('asks for several units by their ids, for anything else by its text', () => {
  expect(bodyOfSearch(`${A},${B}`)).toEqual({ macs: [A, B] })
  expect(bodyOfSearch(A)).toEqual({ search: A })
  expect(bodyOfSearch('Villa Linden')).toEqual({ search: 'Villa Linden' })
})
